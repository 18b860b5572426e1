import { applyWrongPassword, delayedUntil, type SignIns } from '../../src/domain/auth/login-rules.ts';

const NOW = new Date('2026-11-22T10:00:00.000Z');
const SECOND = 1000;
const DAY = 86_400_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);
const NONE = { failures: 0, blockedUntil: null };
const NEW_NETWORK = { ...NONE, signedInAt: null };

/** Seconds from now until a sign-in with the right password is heard; 0 when it is heard now. */
const wait = (signIns: SignIns, now = NOW) =>
  ((delayedUntil(signIns, now)?.getTime() ?? now.getTime()) - now.getTime()) / SECOND;

describe('the delay of a network', () => {
  it('the delay of a network starts with the fifth failure and doubles from 1 s to 30 s', () => {
    const waits: number[] = [];
    let signIns: SignIns = { account: NONE, network: NEW_NETWORK };
    for (let failure = 1; failure <= 12; failure += 1) {
      signIns = applyWrongPassword(signIns, NOW);
      waits.push(wait(signIns));
    }
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30, 30]);
  });

  it('the delay of a network adds its first four failures to the account and no more', () => {
    let signIns: SignIns = { account: NONE, network: NEW_NETWORK };
    for (let failure = 1; failure <= 1_000; failure += 1) signIns = applyWrongPassword(signIns, NOW);
    expect(signIns.account).toEqual({ failures: 4, blockedUntil: null });
  });

  it('the delay of a network adds nothing to the account if the account has signed in from the network before', () => {
    const known = { ...NONE, signedInAt: later(-DAY) };
    expect(applyWrongPassword({ account: NONE, network: known }, NOW).account).toEqual(NONE);
  });
});

describe('the delay of an account over many networks', () => {
  const failedFrom = (networks: number) => {
    let account: SignIns['account'] = NONE;
    for (let network = 0; network < networks; network += 1) {
      account = applyWrongPassword({ account, network: NEW_NETWORK }, NOW).account;
    }
    return account;
  };

  it('the delay of an account over many networks starts after twenty networks and doubles with each ten more, from 1 s to 60 s', () => {
    const waits = [20, 21, 30, 31, 41, 51, 61, 71, 81, 1_000].map((networks) =>
      wait({ account: failedFrom(networks), network: NEW_NETWORK }),
    );
    expect(waits).toEqual([0, 1, 1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('the delay of an account over many networks does not apply to networks where the account has signed in during the last 90 days', () => {
    const account = failedFrom(200);
    const known = (days: number) => ({ ...NONE, signedInAt: later(-days * DAY) });
    expect([wait({ account, network: known(89) }), wait({ account, network: known(91) })]).toEqual([0, 60]);
  });

  it('the delay of an account over many networks is counted from a network’s own first attempt, so it cannot be extended from elsewhere', () => {
    const held = delayedUntil({ account: failedFrom(200), network: NEW_NETWORK }, NOW);
    const network = { ...NEW_NETWORK, blockedUntil: held };
    const attackGoesOn = { failures: 5_000, blockedUntil: later(119 * SECOND) };
    expect(wait({ account: attackGoesOn, network }, later(59 * SECOND))).toBe(1);
    expect(wait({ account: attackGoesOn, network }, later(60 * SECOND))).toBe(0);
  });

  it('the delay of an account over many networks allows each of those networks one guess per minute', () => {
    const account = failedFrom(200);
    const network = { ...NEW_NETWORK, blockedUntil: NOW };
    const after = applyWrongPassword({ account, network }, NOW);
    expect(wait(after)).toBe(60);
  });

  it('the delay of an account over many networks ends a minute after the last new network', () => {
    expect(wait({ account: failedFrom(1_000), network: NEW_NETWORK }, later(60 * SECOND))).toBe(0);
  });
});

it('the rules ignore a stored delay longer than the maximum', () => {
  const wrong = later(45 * DAY);
  expect(wait({ account: NONE, network: { ...NEW_NETWORK, blockedUntil: wrong } })).toBe(0);
  expect(wait({ account: { failures: 100, blockedUntil: wrong }, network: NEW_NETWORK })).toBe(0);
});
