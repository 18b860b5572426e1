import type { DeviceStatus, FirmwareChannel, OfferReason } from '../../src/model/enums.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import { addPresence, type DeviceOverrides, type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { type InstallationOverrides, makeInstallation } from '../support/factories/installation.ts';
import { makeRelease, type ReleaseOverrides } from '../support/factories/release.ts';
import { answerFor, ask, decisionOf, installationsOf, pathOf, signedLookUp } from './signed-look-ups.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

let revisions = 0;
/** A device with a hardware revision of its own, so that no other test's releases are offered to it. */
function lonelyDevice(overrides: DeviceOverrides = {}): Promise<MadeDevice> {
  revisions += 1;
  return makeDevice(app, { status: 'ACTIVE', hardwareRevision: `rev-rule-${revisions}`, ...overrides });
}

function releaseFor(device: MadeDevice, overrides: ReleaseOverrides = {}) {
  return makeRelease(app, { hardwareRevision: device.hardwareRevision, ...overrides });
}

type Query = Readonly<Record<string, string | undefined>>;

/** `OFFERED`, or the reason why not, of a device and one release for its hardware. */
async function outcome(
  release: ReleaseOverrides,
  { device = {}, query = {} }: { device?: DeviceOverrides; query?: Query } = {},
): Promise<string> {
  const made = await lonelyDevice(device);
  const { id } = await releaseFor(made, release);
  const told = await answerFor(app, made, { query });
  return told === id ? 'OFFERED' : told;
}

describe('an offer by the status of the device', () => {
  const served: readonly DeviceStatus[] = ['ACTIVE', 'CLAIMED', 'SOLD', 'READY'];
  it.each(served)('an offer by the status of the device is made to a device that is %s', async (status) => {
    expect(await outcome({}, { device: { status } })).toBe('OFFERED');
  });

  it.each(['INVENTORY', 'RETURNED', 'SUSPENDED', 'REPAIR'] as const)(
    'an offer by the status of the device is not made to a device that is %s',
    async (status) => {
      expect(await outcome({}, { device: { status, secretState: 'ACTIVE' } })).toBe('DEVICE_STATUS');
    },
  );

  it('an offer by the status of the device is made to a device in REPAIR only by a release that targets it', async () => {
    const device = await lonelyDevice({ status: 'REPAIR' });
    await releaseFor(device, { version: '3.0.0' });
    const bench = await releaseFor(device, { channel: 'INTERNAL', targetDeviceId: device.id });
    expect(await answerFor(app, device)).toBe(bench.id);
  });

  it('an offer by the status of the device fails with 403 for a RETIRED device and 401 for a REVOKED one', async () => {
    const retired = await lonelyDevice({ status: 'RETIRED', secretState: 'ACTIVE' });
    const revoked = await lonelyDevice({ status: 'REVOKED', secretState: 'ACTIVE' });
    expect((await ask(app, retired)).status).toBe(403);
    expect((await ask(app, revoked)).status).toBe(401);
    expect(await decisionOf(app, retired.id)).toBeUndefined();
  });

  it('an offer by the status of the device uses the current status, even if it changed since the last look-up or revokes the device', async () => {
    const device = await lonelyDevice();
    const release = await releaseFor(device);
    expect(await answerFor(app, device)).toBe(release.id);
    await app.sql(`update device set status = 'SUSPENDED' where id = $1`, [device.id]);
    expect(await answerFor(app, device)).toBe('DEVICE_STATUS');
    await app.sql(`update device set status = 'REVOKED' where id = $1`, [device.id]);
    expect((await ask(app, device)).status).toBe(401);
  });
});

describe('an offer by the hardware', () => {
  it('an offer by the hardware requires the reported hardware revision to be the registered one', async () => {
    expect(await outcome({}, { query: { hardwareRevision: 'rev-other' } })).toBe('HARDWARE_MISMATCH');
  });

  it('an offer by the hardware requires the revision and the model of the release', async () => {
    const device = await lonelyDevice();
    await makeRelease(app, { hardwareRevision: 'rev-of-nobody' });
    expect(await answerFor(app, device)).toBe('NO_RELEASE');
    expect(await outcome({}, { device: { model: 'LAMP2' } })).toBe('OTHER_MODEL');
  });
});

describe('an offer by the lifecycle of the release', () => {
  it.each([
    ['DRAFT', 100, 'NO_RELEASE'],
    ['READY', 100, 'NO_RELEASE'],
    ['ROLLING_OUT', 100, 'OFFERED'],
    ['ROLLING_OUT', 0, 'NOT_IN_STAGE'],
    ['PAUSED', 100, 'PAUSED'],
    ['COMPLETED', 100, 'OFFERED'],
    ['COMPLETED', 99, 'NOT_IN_STAGE'],
    ['REVOKED', 100, 'NO_RELEASE'],
  ] as const)('%s at %i %%: %s', async (lifecycle, rolloutPercentage, expected) => {
    expect(await outcome({ lifecycle, rolloutPercentage })).toBe(expected);
  });
});

describe('an offer by the channel', () => {
  const cases: readonly (readonly [
    FirmwareChannel | null,
    FirmwareChannel | undefined,
    FirmwareChannel,
    OfferReason,
  ])[] = [
    ['BETA', 'BETA', 'BETA', 'OFFERED'],
    ['BETA', 'BETA', 'STABLE', 'OFFERED'],
    ['BETA', 'STABLE', 'BETA', 'CHANNEL_NOT_ALLOWED'],
    ['BETA', undefined, 'BETA', 'CHANNEL_NOT_ALLOWED'],
    ['INTERNAL', 'BETA', 'BETA', 'OFFERED'],
    ['INTERNAL', 'INTERNAL', 'BETA', 'OFFERED'],
    ['STABLE', 'BETA', 'BETA', 'CHANNEL_NOT_ALLOWED'],
    ['STABLE', 'INTERNAL', 'BETA', 'CHANNEL_NOT_ALLOWED'],
    ['STABLE', 'INTERNAL', 'STABLE', 'OFFERED'],
    [null, 'BETA', 'BETA', 'CHANNEL_NOT_ALLOWED'],
    [null, 'INTERNAL', 'STABLE', 'OFFERED'],
  ];
  it.each(cases)(
    'a look-up for the stored channel %s, the requested %s and a release on %s is answered %s',
    async (firmwareChannel, channel, released, expected) => {
      expect(await outcome({ channel: released }, { device: { firmwareChannel }, query: { channel } })).toBe(expected);
    },
  );

  it('an offer by the channel uses the channel of the settings if the device has none', async () => {
    await app.sql(`update system_settings set default_firmware_channel = 'BETA'`);
    try {
      expect(await outcome({ channel: 'BETA' }, { query: { channel: 'BETA' } })).toBe('OFFERED');
      expect(
        await outcome({ channel: 'BETA' }, { device: { firmwareChannel: 'STABLE' }, query: { channel: 'BETA' } }),
      ).toBe('CHANNEL_NOT_ALLOWED');
    } finally {
      await app.sql(`update system_settings set default_firmware_channel = 'STABLE'`);
    }
  });

  it('an offer of an INTERNAL release is made only to its target device, whatever the channel and the percentage', async () => {
    const [target, neighbour] = [await lonelyDevice(), await lonelyDevice({ firmwareChannel: 'INTERNAL' })];
    const internal = { channel: 'INTERNAL', targetDeviceId: target.id, rolloutPercentage: 0 } as const;
    const mine = await releaseFor(target, internal);
    await releaseFor(neighbour, internal);
    expect(await answerFor(app, target)).toBe(mine.id);
    expect(await answerFor(app, neighbour, { query: { channel: 'INTERNAL' } })).toBe('NO_RELEASE');
  });
});

describe('an offer by the version', () => {
  it.each([
    ['1.0.1', 'OFFERED'],
    ['1.10.0', 'OFFERED'],
    ['1.2.0', 'OFFERED'],
    ['1.0.0', 'UP_TO_DATE'],
    ['0.9.9', 'UP_TO_DATE'],
  ])('a release of %s for a device with 1.0.0 is answered %s', async (version, expected) => {
    expect(await outcome({ version })).toBe(expected);
  });

  it('an offer by the version compares the parts of versions as numbers', async () => {
    expect(await outcome({ version: '1.9.0' }, { query: { currentFirmware: '1.10.0' } })).toBe('UP_TO_DATE');
  });

  it.each([
    [101, 'OFFERED'],
    [100, 'UP_TO_DATE'],
    [99, 'UP_TO_DATE'],
  ])('the same with build %i to a device whose heartbeat said 100: %s', async (buildNumber, expected) => {
    const device = await lonelyDevice();
    await addPresence(app, device.id, { firmwareVersion: '1.0.0' });
    const release = await releaseFor(device, { version: '1.0.0', buildNumber });
    const told = await answerFor(app, device);
    expect(told === release.id ? 'OFFERED' : told).toBe(expected);
  });

  it('an offer of the same version is not made if the running build is unknown', async () => {
    expect(await outcome({ version: '1.0.0', buildNumber: 9_999 })).toBe('UP_TO_DATE');
    const device = await lonelyDevice();
    await addPresence(app, device.id, { firmwareVersion: '0.9.0' });
    await releaseFor(device, { version: '1.0.0', buildNumber: 9_999 });
    expect(await answerFor(app, device)).toBe('UP_TO_DATE');
  });
});

describe('an offer by the security version', () => {
  it.each([
    [4, 4, 'OFFERED'],
    [4, 3, 'SECURITY_VERSION_TOO_LOW'],
  ])('confirmed %i, release %i: %s', async (confirmed, securityVersion, expected) => {
    const device = await lonelyDevice();
    await app.sql('update device set confirmed_security_version = $2 where id = $1', [device.id, confirmed]);
    const release = await releaseFor(device, { securityVersion });
    const told = await answerFor(app, device);
    expect(told === release.id ? 'OFFERED' : told).toBe(expected);
  });

  it('the security version of several builds of the running version is that of the build that the last heartbeat named, else the highest', async () => {
    const [named, unnamed] = [await lonelyDevice(), await lonelyDevice()];
    for (const device of [named, unnamed]) {
      const running = { version: '1.0.0', lifecycle: 'REVOKED' } as const;
      await releaseFor(device, { ...running, buildNumber: 100, securityVersion: 3 });
      await releaseFor(device, { ...running, buildNumber: 101, securityVersion: 7 });
    }
    await addPresence(app, named.id, { firmwareVersion: '1.0.0', firmwareBuildNumber: 100 });
    const next = await releaseFor(named, { version: '2.0.0', securityVersion: 5 });
    await releaseFor(unnamed, { version: '2.0.0', securityVersion: 5 });
    expect([await answerFor(app, named), await answerFor(app, unnamed)]).toEqual([next.id, 'SECURITY_VERSION_TOO_LOW']);
  });

  it('the security version of the running release counts as well, whatever the state of that release', async () => {
    const device = await lonelyDevice();
    await releaseFor(device, { version: '1.0.0', securityVersion: 7, lifecycle: 'REVOKED' });
    await releaseFor(device, { version: '2.0.0', securityVersion: 6 });
    expect(await answerFor(app, device)).toBe('SECURITY_VERSION_TOO_LOW');
  });
});

describe('an offer by the requirements of the release', () => {
  it.each([
    [{ minFromVersion: '1.0.0' }, 'OFFERED'],
    [{ minFromVersion: '1.0.1' }, 'MIN_FROM_VERSION'],
    [{ minAppVersion: '2.0.0' }, 'OFFERED'],
    [{ minAppVersion: '2.0.1' }, 'MIN_APP_VERSION'],
  ] as const)('%j: %s', async (release, expected) => {
    expect(await outcome(release)).toBe(expected);
  });

  it('an offer by the requirements of the release is not made for an unparseable app version', async () => {
    expect(await outcome({ minAppVersion: '0.0.1' }, { query: { appVersion: 'nightly' } })).toBe('MIN_APP_VERSION');
    expect(await outcome({}, { query: { appVersion: '' } })).toBe('OFFERED');
  });

  it('an offer by the requirements of the release leads to an unreachable version by the best intermediate release', async () => {
    const device = await lonelyDevice();
    const far = await releaseFor(device, { version: '4.0.0', minFromVersion: '3.0.0' });
    await releaseFor(device, { version: '2.0.0', lifecycle: 'COMPLETED' });
    const stone = await releaseFor(device, { version: '3.1.0', lifecycle: 'COMPLETED' });
    expect(await answerFor(app, device)).toBe(stone.id);
    expect(await answerFor(app, device, { query: { currentFirmware: '3.1.0' } })).toBe(far.id);
  });
});

describe('an offer by the history of attempts', () => {
  async function after(past: InstallationOverrides, laterMs = 0): Promise<string> {
    const device = await lonelyDevice();
    const release = await releaseFor(device);
    const at = new Date(app.clock.now().getTime() - laterMs);
    await makeInstallation(app, device, release, { createdAt: at, ...past });
    const told = await answerFor(app, device);
    return told === release.id ? 'OFFERED' : told;
  }

  it.each([
    ['fell back', { status: 'ROLLED_BACK' }, 30 * DAY_MS, 'ROLLED_BACK_HERE'],
    ['was contradicted', { status: 'FAILED', verification: 'CONTRADICTED' }, 30 * DAY_MS, 'ROLLED_BACK_HERE'],
    [
      'was confirmed, and runs the older again',
      { status: 'SUCCESS', verification: 'CONFIRMED' },
      DAY_MS,
      'ROLLED_BACK_HERE',
    ],
    ['said SUCCESS, no heartbeat since', { status: 'SUCCESS' }, DAY_MS, 'AWAITING_CONFIRMATION'],
    ['failed for good', { status: 'FAILED', failureCode: 'DIGEST_MISMATCH' }, 30 * DAY_MS, 'FAILED_FOR_GOOD'],
    [
      'was stopped by an operator',
      { status: 'FAILED', failureCode: 'USER_CANCELLED_BY_OPERATOR' },
      DAY_MS,
      'FAILED_FOR_GOOD',
    ],
    ['failed a moment ago', { status: 'FAILED', failureCode: 'FLASH_WRITE' }, 15 * MINUTE_MS - 1, 'RETRY_LATER'],
    ['failed 15 minutes ago', { status: 'FAILED', failureCode: 'FLASH_WRITE' }, 15 * MINUTE_MS, 'OFFERED'],
    ['failed twice, 59 minutes ago', { status: 'FAILED', attempt: 2 }, 59 * MINUTE_MS, 'RETRY_LATER'],
    ['failed twice, an hour ago', { status: 'FAILED', attempt: 2 }, HOUR_MS, 'OFFERED'],
    ['failed four times', { status: 'FAILED', attempt: 4 }, 30 * DAY_MS, 'ATTEMPTS_USED_UP'],
    ['was withdrawn', { closedReason: 'RELEASE_PAUSED' }, DAY_MS, 'OFFERED'],
  ] as const)('%s', async (_what, past, laterMs, expected) => {
    expect(await after(past, laterMs)).toBe(expected);
  });

  it('an offer by the history of attempts returns the stored time of the next attempt', async () => {
    const device = await lonelyDevice();
    const release = await releaseFor(device);
    const retryAt = new Date(app.clock.now().getTime() + 2 * MINUTE_MS);
    await makeInstallation(app, device, release, { status: 'FAILED', retryAt });
    expect((await ask(app, device)).body).toEqual({
      updateAvailable: false,
      reason: 'RETRY_LATER',
      pollAfterSeconds: 120,
    });
    app.clock.set(retryAt);
    expect(await answerFor(app, device)).toBe(release.id);
    const rows = await installationsOf(app, device.id);
    expect(rows.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'FAILED'],
      [2, 'AVAILABLE'],
    ]);
  });

  it('an offer by the history of attempts reopens a withdrawn offer instead of using up an attempt', async () => {
    const device = await lonelyDevice();
    const release = await releaseFor(device);
    const { id } = await makeInstallation(app, device, release, { closedReason: 'RELEASE_PAUSED' });
    expect((await ask(app, device)).body.installationId).toBe(id);
    expect(await installationsOf(app, device.id)).toEqual([
      expect.objectContaining({ attempt: 1, closed_reason: null }),
    ]);
  });
});

describe('the time of the next request', () => {
  const HOURS_S = 3_600;
  /** In words, whatever the jitter. */
  const pace = (seconds: number) => {
    if (seconds >= 0.9 * 6 * HOURS_S && seconds <= 1.1 * 6 * HOURS_S) return 'six hours';
    if (seconds >= 0.9 * 900 && seconds <= 1.1 * 900) return 'a quarter of an hour';
    return `${seconds} seconds`;
  };

  it.each<[string, ReleaseOverrides, string, string]>([
    ['runs its mandatory release', { version: '1.0.0' }, 'UP_TO_DATE', 'six hours'],
    ['runs a newer one', { version: '0.9.0' }, 'UP_TO_DATE', 'six hours'],
    ['may not have its channel', { channel: 'BETA' }, 'CHANNEL_NOT_ALLOWED', 'six hours'],
    ['is another model', { model: 'LAMP9' }, 'OTHER_MODEL', 'six hours'],
    ['is signed by no key', { signedBy: ['revoked'] }, 'KEYS_REVOKED', 'six hours'],
    ['is not in its stage yet', { rolloutPercentage: 0 }, 'NOT_IN_STAGE', 'a quarter of an hour'],
    ['waits for its rollout', { lifecycle: 'PAUSED' }, 'PAUSED', 'a quarter of an hour'],
    ['has a firmware that is too old', { minFromVersion: '1.5.0' }, 'MIN_FROM_VERSION', 'a quarter of an hour'],
    ['has an app that is too old', { minAppVersion: '9.0.0' }, 'MIN_APP_VERSION', 'a quarter of an hour'],
  ])('a device that %s is given the time of its next request', async (_what, release, reason, expected) => {
    const device = await lonelyDevice();
    await releaseFor(device, { mandatory: true, ...release });
    const { body } = await ask(app, device);
    expect([body.reason, pace(body.pollAfterSeconds)]).toEqual([reason, expected]);
  });

  it('the time of the next request is in six hours while a release that is not mandatory waits', async () => {
    const device = await lonelyDevice();
    await releaseFor(device, { rolloutPercentage: 0 });
    const { body } = await ask(app, device);
    expect([body.reason, pace(body.pollAfterSeconds)]).toEqual(['NOT_IN_STAGE', 'six hours']);
  });

  it('the time of the next request is in a quarter of an hour while any of several waits that is mandatory', async () => {
    const device = await lonelyDevice();
    await releaseFor(device, { version: '2.0.0', mandatory: true, minFromVersion: '1.5.0' });
    await releaseFor(device, { version: '1.9.0', rolloutPercentage: 0 });
    const { body } = await ask(app, device);
    expect([body.reason, pace(body.pollAfterSeconds)]).toEqual(['NOT_IN_STAGE', 'a quarter of an hour']);
  });
});

describe('a started installation', () => {
  it.each(['ROLLING_OUT', 'PAUSED', 'COMPLETED'] as const)(
    'a started installation continues while its release is %s, at any percentage',
    async (lifecycle) => {
      const device = await lonelyDevice();
      const release = await releaseFor(device, { lifecycle, rolloutPercentage: 0 });
      await releaseFor(device, { version: '9.0.0' });
      const { id } = await makeInstallation(app, device, release, { status: 'DOWNLOADING' });
      const { body } = await ask(app, device);
      expect(body).toMatchObject({ updateAvailable: true, releaseId: release.id, installationId: id });
      expect(await decisionOf(app, device.id)).toMatchObject({ reason: 'IN_PROGRESS', installation_id: id });
    },
  );

  it('a started installation gets no URL once its release is REVOKED', async () => {
    const device = await lonelyDevice();
    const release = await releaseFor(device, { lifecycle: 'REVOKED' });
    await makeInstallation(app, device, release, { status: 'DOWNLOADING' });
    expect(await answerFor(app, device)).toBe('NO_RELEASE');
  });

  it('a started installation is continued before any newer one', async () => {
    const device = await lonelyDevice();
    const [first, second] = [await releaseFor(device), await releaseFor(device, { version: '2.0.1' })];
    await makeInstallation(app, device, second, { status: 'QUEUED' });
    const earlier = new Date(app.clock.now().getTime() - HOUR_MS);
    await makeInstallation(app, device, first, { status: 'QUEUED', createdAt: earlier });
    expect(await answerFor(app, device)).toBe(first.id);
  });

  it('a started installation is not offered again to a device that runs the release', async () => {
    const device = await lonelyDevice();
    const release = await releaseFor(device);
    await makeInstallation(app, device, release, { status: 'VALIDATING' });
    const { body } = await ask(app, device, { query: { currentFirmware: '2.0.0' } });
    expect([body.updateAvailable, body.reason]).toEqual([false, 'FINISHING']);
    expect(body.pollAfterSeconds).toBeLessThanOrEqual(330);
    expect(await decisionOf(app, device.id)).toMatchObject({ release_id: release.id, installation_id: null });
  });

  it('a started installation does not downgrade a device that now runs something newer', async () => {
    const device = await lonelyDevice();
    await makeInstallation(app, device, await releaseFor(device), { status: 'DOWNLOADING' });
    expect(await answerFor(app, device, { query: { currentFirmware: '2.0.1' } })).toBe('UP_TO_DATE');
  });

  it('a started installation ignores the percentage, unlike an offer', async () => {
    const device = await lonelyDevice();
    const release = await releaseFor(device);
    expect(await answerFor(app, device)).toBe(release.id);
    await app.sql('update release set rollout_percentage = 0 where id = $1', [release.id]);
    expect(await answerFor(app, device)).toBe('NOT_IN_STAGE');
  });
});

describe('an offer among several releases', () => {
  const earlier = () => new Date(app.clock.now().getTime() - HOUR_MS);
  const later = () => new Date(app.clock.now().getTime() + HOUR_MS);

  it.each([
    ['the release that targets the device', { version: '1.5.0', channel: 'INTERNAL' }, { version: '3.0.0' }],
    ['an overdue mandatory one', { version: '1.5.0', mandatory: true, past: true }, { version: '3.0.0' }],
    ['the more secure one', { version: '1.5.0', securityVersion: 2 }, { version: '3.0.0', securityVersion: 1 }],
    ['the higher version', { version: '1.10.0' }, { version: '1.9.0', mandatory: true, past: false }],
    ['the higher build', { version: '1.5.0', buildNumber: 12 }, { version: '1.5.0', buildNumber: 11 }],
  ] as const)('an offer among several releases prefers %s', async (_what, one, other) => {
    const device = await lonelyDevice({ firmwareChannel: 'BETA' });
    const made = async ({ past, ...overrides }: ReleaseOverrides & { readonly past?: boolean }) =>
      releaseFor(device, {
        ...overrides,
        ...(past === undefined ? {} : { mandatoryAfter: past ? earlier() : later() }),
        ...(overrides.channel === 'INTERNAL' ? { targetDeviceId: device.id } : {}),
      });
    await made(other);
    const best = await made(one);
    expect(await answerFor(app, device, { query: { channel: 'BETA' } })).toBe(best.id);
  });

  it('an offer among several releases prefers a mandatory one as soon as it is overdue, although no release has changed since the last look-up', async () => {
    const device = await lonelyDevice();
    const mandatoryAfter = new Date(app.clock.now().getTime() + 60_000);
    const mandatory = await releaseFor(device, { version: '1.5.0', mandatory: true, mandatoryAfter });
    const highest = await releaseFor(device, { version: '3.0.0' });
    expect(await answerFor(app, device)).toBe(highest.id);
    app.clock.advance(60_000);
    expect(await answerFor(app, device)).toBe(mandatory.id);
  });

  it('an offer among several releases names the best one of those that the same keeps from it', async () => {
    const device = await lonelyDevice();
    await releaseFor(device, { version: '2.0.0', rolloutPercentage: 0 });
    const best = await releaseFor(device, { version: '3.0.0', rolloutPercentage: 0 });
    await releaseFor(device, { version: '2.1.0', rolloutPercentage: 0 });
    expect(await answerFor(app, device)).toBe('NOT_IN_STAGE');
    expect(await decisionOf(app, device.id)).toMatchObject({ release_id: best.id });
  });

  it('an offer among several releases is not blocked by a canary, and replaces an older offer', async () => {
    const device = await lonelyDevice();
    const baseline = await releaseFor(device, { version: '1.4.0' });
    const canary = await releaseFor(device, { version: '1.5.0', rolloutPercentage: 0 });
    expect(await answerFor(app, device)).toBe(baseline.id);
    await app.sql('update release set rollout_percentage = 100 where id = $1', [canary.id]);
    expect(await answerFor(app, device)).toBe(canary.id);
    const rows = await installationsOf(app, device.id);
    expect(rows.map(({ release_id, closed_reason }) => [release_id, closed_reason])).toEqual([
      [baseline.id, 'SUPERSEDED'],
      [canary.id, null],
    ]);
  });

  it('an offer among several releases has the reason of the release that passed most checks', async () => {
    const device = await lonelyDevice();
    await releaseFor(device, { version: '5.0.0', channel: 'BETA' });
    const near = await releaseFor(device, { version: '3.0.0', rolloutPercentage: 0 });
    await releaseFor(device, { version: '0.5.0' });
    expect(await answerFor(app, device)).toBe('NOT_IN_STAGE');
    expect(await decisionOf(app, device.id)).toMatchObject({ reason: 'NOT_IN_STAGE', release_id: near.id });
  });
});

describe('a validly signed look-up', () => {
  it('a validly signed look-up gets no offer and creates no row with another hardware revision or channel', async () => {
    const device = await lonelyDevice();
    await releaseFor(device, { channel: 'BETA', version: '4.0.0' });
    await makeRelease(app, { hardwareRevision: 'rev-foreign', version: '4.0.0' });
    const { headers } = signedLookUp(app.clock.now(), device);
    const asked = { serial: device.serial, currentFirmware: '1.0.0', appVersion: '2.0.0' };
    for (const unsigned of [
      { hardwareRevision: 'rev-foreign' },
      { hardwareRevision: device.hardwareRevision, channel: 'BETA' },
      { hardwareRevision: device.hardwareRevision, channel: 'INTERNAL' },
    ]) {
      const reply = await app.rest('GET', pathOf({ ...asked, ...unsigned }), undefined, headers);
      expect([reply.status, reply.body.updateAvailable]).toEqual([200, false]);
    }
    expect(await installationsOf(app, device.id)).toEqual([]);
  });

  it('a validly signed look-up is not valid for another version or serial', async () => {
    const [device, other] = [await lonelyDevice(), await lonelyDevice()];
    const { headers } = signedLookUp(app.clock.now(), device);
    const asked = { hardwareRevision: device.hardwareRevision, appVersion: '2.0.0' };
    for (const signed of [
      { serial: device.serial, currentFirmware: '0.0.1' },
      { serial: other.serial, currentFirmware: '1.0.0' },
    ]) {
      const reply = await app.rest('GET', pathOf({ ...asked, ...signed }), undefined, headers);
      expect(reply.body.error.code).toBe('DEVICE_PROOF_INVALID');
    }
  });
});
