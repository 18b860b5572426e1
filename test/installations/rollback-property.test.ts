import fc from 'fast-check';
import { compareVersions, parseVersion } from '../../src/domain/formats/firmware-version.ts';
import { decideOffer } from '../../src/domain/offers/eligibility-rules.ts';
import type { OfferableRelease, PastAttempt, Requester } from '../../src/domain/offers/offer-types.ts';
import { rankReleases } from '../../src/domain/offers/release-ranking.ts';
import { DEVICE_STATUSES, FIRMWARE_CHANNELS, INSTALLATION_STATUSES, VERIFICATIONS } from '../../src/model/enums.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const HARDWARE = 'rev-b';
const small = (max: number) => fc.integer({ min: 0, max });
const version = fc.record({ major: small(2), minor: small(2), patch: small(2) });
const moment = fc.integer({ min: -172_800_000, max: 172_800_000 }).map((ms) => new Date(NOW.getTime() + ms));

const release = fc.record<OfferableRelease>({
  id: fc.uuid(),
  model: fc.constantFrom(null, 'LAMP1'),
  hardwareRevision: fc.constant(HARDWARE),
  version,
  buildNumber: small(4),
  securityVersion: small(3),
  channel: fc.constantFrom(...FIRMWARE_CHANNELS),
  lifecycle: fc.constantFrom('ROLLING_OUT', 'PAUSED', 'COMPLETED'),
  targetDeviceId: fc.constantFrom('me', 'other'),
  mandatory: fc.boolean(),
  mandatoryAfter: fc.option(moment),
  minFromVersion: fc.option(version),
  minAppVersion: fc.option(version),
  keysRevoked: fc.boolean(),
  rolloutPercentage: fc.constantFrom(0, 50, 100),
  rolloutStartedAt: fc.option(moment),
});

const attempt = fc.record<PastAttempt>({
  installationId: fc.uuid(),
  releaseId: fc.constant(''),
  attempt: fc.integer({ min: 1, max: 4 }),
  status: fc.constantFrom(...INSTALLATION_STATUSES),
  closed: fc.boolean(),
  silent: fc.boolean(),
  silentAttempts: small(3),
  unusedLeases: small(3),
  verification: fc.option(fc.constantFrom(...VERIFICATIONS)),
  failureCode: fc.constantFrom(null, 'FLASH_WRITE', 'DIGEST_MISMATCH'),
  finishedAt: fc.option(moment),
  retryAt: fc.option(moment),
  createdAt: moment,
  updatedAt: moment,
});

/** A device, and some releases, each with what the device went through with it. */
const scene = fc.record({
  lived: fc.array(fc.record({ release, past: fc.option(attempt) }), { maxLength: 6 }),
  device: fc.record<Omit<Requester, 'attempts'>>({
    deviceId: fc.constant('me'),
    serial: fc.constantFrom('A1', 'B2', 'C3', 'D4', 'E5'),
    status: fc.constantFrom(...DEVICE_STATUSES),
    model: fc.constant('LAMP1'),
    hardwareRevision: fc.constant(HARDWARE),
    allowedChannel: fc.constantFrom(...FIRMWARE_CHANNELS),
    confirmedSecurityVersion: small(3),
    running: fc.record({ version, buildNumber: fc.option(small(4)), securityVersion: small(3) }),
    request: fc.record({
      hardwareRevision: fc.constantFrom(HARDWARE, HARDWARE, HARDWARE, 'rev-c'),
      appVersion: fc.option(version, { nil: undefined }),
      channel: fc.constantFrom(...FIRMWARE_CHANNELS),
    }),
  }),
});

const RUNS = 2_000;

it('a device with any history never gets older, equal or less secure firmware, nor firmware that it rolled back', () => {
  let offers = 0;
  fc.assert(
    fc.property(scene, ({ lived, device }) => {
      const releases = lived.map((each) => each.release);
      const attempts = lived.flatMap((each) => (each.past ? [{ ...each.past, releaseId: each.release.id }] : []));
      const requester: Requester = { ...device, attempts };
      const decision = decideOffer(requester, rankReleases(releases, NOW), NOW);
      if (decision.kind === 'none') return;
      offers += 1;
      const { release: offered } = decision;
      const { running } = requester;
      const order = compareVersions(offered.version, running.version);
      expect(
        order > 0 || (order === 0 && running.buildNumber !== null && offered.buildNumber > running.buildNumber),
      ).toBe(true);
      expect(offered.securityVersion).toBeGreaterThanOrEqual(
        Math.max(requester.confirmedSecurityVersion, running.securityVersion),
      );
      expect(offered.keysRevoked).toBe(false);
      expect(requester.request.hardwareRevision).toBe(requester.hardwareRevision);
      expect(['ACTIVE', 'CLAIMED', 'SOLD', 'READY', 'REPAIR']).toContain(requester.status);
      if (offered.channel === 'INTERNAL') expect(offered.targetDeviceId).toBe('me');
      if (requester.status === 'REPAIR') expect(offered.channel).toBe('INTERNAL');
      const past = requester.attempts.find(({ releaseId }) => releaseId === offered.id);
      expect(['ROLLED_BACK', 'SUCCESS']).not.toContain(past?.status);
      if (decision.kind === 'continue') return;
      if (offered.channel === 'BETA')
        expect([requester.allowedChannel, requester.request.channel]).not.toContain('STABLE');
      expect(offered.lifecycle).not.toBe('PAUSED');
      if (offered.lifecycle === 'COMPLETED' && offered.channel !== 'INTERNAL')
        expect(offered.rolloutPercentage).toBe(100);
    }),
    { numRuns: RUNS },
  );
  // Were nothing ever offered, nothing would have been proved.
  expect(offers).toBeGreaterThan(RUNS / 100);
});

it('the ranking of releases does not depend on their input order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(release, { selector: ({ id }) => id, maxLength: 6 }),
      fc.infiniteStream(fc.nat()),
      (releases, dice) => {
        const shuffled = releases.map((each) => [dice.next().value ?? 0, each] as const).sort(([a], [b]) => a - b);
        expect(
          rankReleases(
            shuffled.map(([, each]) => each),
            NOW,
          ),
        ).toEqual(rankReleases(releases, NOW));
      },
    ),
    { numRuns: 50 },
  );
});

describe('a firmware version', () => {
  it.each([
    ['1.2.3', '1.2.3', 0],
    ['1.2.3-rc1', '1.2.3+g1', 0],
    ['1.2.10', '1.2.9', 1],
    ['1.10.0', '1.9.9999', 1],
    ['2.0.0', '10.0.0', -1],
  ])('%s compares to %s', (one, other, sign) => {
    const [a, b] = [parseVersion(one), parseVersion(other)];
    expect(a && b && Math.sign(compareVersions(a, b))).toBe(sign);
  });

  it.each(['1.2', '1.2.3.4', '12345.0.0', 'v1.2.3', '1.2.3-', ''])('%s is invalid', (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });
});
