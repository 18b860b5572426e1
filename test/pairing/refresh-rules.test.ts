import type { CredentialClaims } from '../../src/domain/pairing/credential.ts';
import { isRefreshable, matchesPairing } from '../../src/domain/pairing/refresh-rules.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-26T08:00:00.000Z');

const pairing = {
  revokedAt: null,
  epoch: 3,
  deviceEpoch: 3,
  deviceId: 'd',
  serial: 's',
  appInstallationId: 'a',
  keyThumbprint: 'k',
};
const claims = { epoch: 3, deviceId: 'd', serial: 's', appInstallationId: 'a', keyThumbprint: 'k' };
const matches = (stored: object, claimed: object) =>
  matchesPairing(
    { ...pairing, ...stored } as Parameters<typeof matchesPairing>[0],
    { ...claims, ...claimed } as CredentialClaims,
  );

it('a credential is that of a live pairing in everything that it names', () => {
  expect(matches({}, {})).toBe(true);
  for (const name of Object.keys(claims)) expect([name, matches({}, { [name]: 'another' })]).toEqual([name, false]);
  expect(matches({ revokedAt: NOW }, {})).toBe(false);
  expect(matches({ deviceEpoch: 4 }, {})).toBe(false);
  expect(matches({ deviceEpoch: 4 }, { epoch: 4 })).toBe(false);
});

it('a credential can be refreshed until a week after its end, and not a millisecond longer', () => {
  expect(isRefreshable(new Date(NOW.getTime() - 7 * DAY_MS), NOW)).toBe(true);
  expect(isRefreshable(new Date(NOW.getTime() - 7 * DAY_MS - 1), NOW)).toBe(false);
});
