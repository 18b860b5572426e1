import { cleanTestApp, type TestApp } from '../support/app.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { type MadeInstallation, makeInstallation } from '../support/factories/installation.ts';
import { type MadeRelease, makeRelease } from '../support/factories/release.ts';
import { CURRENT, current, eventsOf, heartbeat, miscounted, proofOf, REPORT, report, rowOf } from './support.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let app: TestApp;
let release: MadeRelease;
beforeAll(async () => {
  app = await cleanTestApp();
  release = await makeRelease(app);
});
afterAll(async () => {
  expect(await miscounted(app)).toEqual([]);
  await app.stop();
});

async function offered(overrides = {}): Promise<{ device: MadeDevice; installation: MadeInstallation }> {
  const device = await makeDevice(app, { status: 'ACTIVE' });
  return { device, installation: await makeInstallation(app, device, release, overrides) };
}

const named = ({ id, releaseId }: MadeInstallation) => ({ installationId: id, releaseId });
const codeOf = (reply: { status: number; body: { error?: { code: string } } }) => [
  reply.status,
  reply.body.error?.code,
];

describe('reportInstallation: a report of an installation', () => {
  it('a report of an installation changes the installation and its history', async () => {
    const { device, installation } = await offered();
    const reply = await report(app, device, { ...named(installation), status: 'DOWNLOADING', fromVersion: '1.0.0' });
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        installationId: installation.id,
        status: 'DOWNLOADING',
        applied: true,
        duplicate: false,
        directive: 'CONTINUE',
      },
    ]);
    const now = app.clock.now();
    expect(await rowOf(app, installation.id)).toMatchObject({
      status: 'DOWNLOADING',
      from_version: '1.0.0',
      started_at: now,
      last_report_at: now,
      last_report_ms: String(now.getTime()),
    });
    expect(await eventsOf(app, installation.id)).toMatchObject([
      { source: 'DEVICE', from_status: 'AVAILABLE', to_status: 'DOWNLOADING', outcome: 'MOVED', applied: true },
    ]);
  });

  it('a report of an installation writes no audit entry, because installations have a history', async () => {
    const { device, installation } = await offered();
    const reply = await report(app, device, { ...named(installation), status: 'QUEUED' });
    expect(await app.sql('select from audit_entry where request_id = $1', [reply.headers['x-request-id']])).toEqual([]);
  });

  it('repeated unchanged gets the same response and changes nothing', async () => {
    const { device, installation } = await offered();
    const at = app.clock.now().getTime();
    const first = await report(app, device, { ...named(installation), status: 'DOWNLOADING' }, at);
    const row = await rowOf(app, installation.id);
    const again = await report(app, device, { ...named(installation), status: 'DOWNLOADING' }, at);
    expect([again.status, again.body]).toEqual([201, { ...first.body, duplicate: true }]);
    expect(await rowOf(app, installation.id)).toEqual(row);
    expect(await eventsOf(app, installation.id)).toHaveLength(1);
  });

  it('repeated in upper case is the same report', async () => {
    const { device, installation } = await offered();
    const timestamp = app.clock.now().getTime();
    const body = { serial: device.serial, ...named(installation), status: 'DOWNLOADING' };
    const headers = proofOf(device, timestamp, `${device.serial}.${release.id}.${installation.id}.DOWNLOADING`);
    await app.rest('POST', REPORT, body, headers);
    const loud = { ...headers, 'x-karvon-proof': headers['x-karvon-proof']?.toUpperCase() ?? '' };
    expect((await app.rest('POST', REPORT, body, loud)).body.duplicate).toBe(true);
  });

  it('a report of an installation that failed fails again', async () => {
    const { device, installation } = await offered({ status: 'ROLLED_BACK', failureSource: 'DEVICE' });
    const at = app.clock.now().getTime() + 1;
    const say = () => report(app, device, { ...named(installation), status: 'DOWNLOADING' }, at);
    expect([codeOf(await say()), codeOf(await say())]).toEqual([
      [409, 'INSTALLATION_TERMINAL'],
      [409, 'INSTALLATION_TERMINAL'],
    ]);
    expect(await eventsOf(app, installation.id)).toHaveLength(1);
  });

  it('a report of an installation without an installationId applies to the newest attempt of the release', async () => {
    const { device, installation: first } = await offered({ status: 'FAILED' });
    const second = await makeInstallation(app, device, release, { attempt: 2 });
    const reply = await report(app, device, { releaseId: release.id, status: 'DOWNLOADING' });
    expect(reply.body).toMatchObject({ installationId: second.id, status: 'DOWNLOADING', applied: true });
    expect((await rowOf(app, first.id)).status).toBe('FAILED');
  });

  it('a report of an installation with a proof for the payload of the other form fails', async () => {
    const { device, installation } = await offered();
    const timestamp = app.clock.now().getTime();
    const legacy = proofOf(device, timestamp, `${device.serial}.${release.id}.QUEUED`);
    const full = proofOf(device, timestamp, `${device.serial}.${release.id}.${installation.id}.QUEUED`);
    const body = { serial: device.serial, releaseId: release.id, status: 'QUEUED' };
    expect(codeOf(await app.rest('POST', REPORT, { ...body, installationId: installation.id }, legacy))).toEqual([
      401,
      'DEVICE_PROOF_INVALID',
    ]);
    expect(codeOf(await app.rest('POST', REPORT, body, full))).toEqual([401, 'DEVICE_PROOF_INVALID']);
  });

  it('a report of an installation shares no valid proof with another operation', async () => {
    const { device, installation } = await offered();
    const { serial } = device;
    const timestamp = app.clock.now().getTime();
    const ofReport = proofOf(device, timestamp, `${serial}.${release.id}.${installation.id}.QUEUED`);
    const ofCurrent = proofOf(device, timestamp, `${serial}.installation-status.${installation.id}`);
    const ofHeartbeat = proofOf(device, timestamp, `${serial}.1.2.3.100`);
    const currentOf = (headers: Record<string, string>) =>
      app.rest('GET', `${CURRENT}?serial=${serial}&installationId=${installation.id}`, undefined, headers);
    const body = { serial, ...named(installation), status: 'QUEUED' };
    expect((await currentOf(ofCurrent)).status).toBe(200);
    for (const headers of [ofReport, ofHeartbeat]) expect((await currentOf(headers)).status).toBe(401);
    for (const headers of [ofCurrent, ofHeartbeat])
      expect((await app.rest('POST', REPORT, body, headers)).status).toBe(401);
    const beat = { serial, firmwareVersion: '1.2.3', appVersion: '1', uptime: 100 };
    for (const headers of [ofReport, ofCurrent])
      expect((await app.rest('POST', '/v1/devices/heartbeat', beat, headers)).status).toBe(401);
  });

  it('a report of another device’s installation fails like one of an unknown installation', async () => {
    const { installation } = await offered();
    const other = await makeDevice(app, { status: 'ACTIVE' });
    const foreign = await report(app, other, { ...named(installation), status: 'QUEUED' });
    const unknown = await report(app, other, { releaseId: release.id, installationId: UNKNOWN, status: 'QUEUED' });
    const legacy = await report(app, other, { releaseId: release.id, status: 'QUEUED' });
    for (const reply of [foreign, unknown, legacy]) expect(codeOf(reply)).toEqual([404, 'INSTALLATION_NOT_FOUND']);
    expect(await eventsOf(app, installation.id)).toEqual([]);
  });

  it('a report of another release fails', async () => {
    const { device, installation } = await offered();
    const other = await makeRelease(app);
    const reply = await report(app, device, { ...named(installation), releaseId: other.id, status: 'QUEUED' });
    expect(codeOf(reply)).toEqual([409, 'INSTALLATION_RELEASE_MISMATCH']);
    expect((await rowOf(app, installation.id)).status).toBe('AVAILABLE');
  });

  it.each([
    ['a malformed releaseId', { releaseId: 'r1' }, [404, 'INSTALLATION_NOT_FOUND']],
    ['a malformed installationId', { installationId: 'i1' }, [404, 'INSTALLATION_NOT_FOUND']],
    ['an unknown status', { status: 'SLEEPING' }, [400, 'VALIDATION_FAILED']],
  ])(
    'a report of an installation with %s and a valid proof fails with the exact error',
    async (_what, wrong, answer) => {
      const { device, installation } = await offered();
      const said = { ...named(installation), status: 'QUEUED', ...wrong } as Parameters<typeof report>[2];
      expect(codeOf(await report(app, device, said))).toEqual(answer);
    },
  );

  it('a report of an installation reopens a withdrawn installation and supersedes the later offer', async () => {
    const { device, installation } = await offered({ closedReason: 'RELEASE_PAUSED' });
    const second = await makeInstallation(app, device, release, { attempt: 2 });
    const reply = await report(app, device, { ...named(installation), status: 'INSTALLING' });
    expect(reply.body).toMatchObject({ status: 'INSTALLING', applied: true });
    expect((await rowOf(app, installation.id)).closed_reason).toBeNull();
    expect((await rowOf(app, second.id)).closed_reason).toBe('SUPERSEDED');
  });

  it('a report of an installation does not reopen a withdrawn installation during another attempt', async () => {
    const { device, installation } = await offered({ closedReason: 'SUPERSEDED' });
    await makeInstallation(app, device, release, { attempt: 2, status: 'DOWNLOADING' });
    const reply = await report(app, device, { ...named(installation), status: 'INSTALLING' });
    expect([reply.status, reply.body]).toEqual([
      201,
      expect.objectContaining({ status: 'AVAILABLE', applied: false, directive: 'ABORT' }),
    ]);
  });

  it('a report of an installation is accepted after a clock that was ahead is corrected', async () => {
    const { device, installation } = await offered();
    const now = app.clock.now().getTime();
    await report(app, device, { ...named(installation), status: 'DOWNLOADING' }, now + 4 * MINUTE_MS);
    const reply = await report(app, device, { ...named(installation), status: 'VERIFYING' }, now);
    expect(reply.body).toMatchObject({ status: 'VERIFYING', applied: true });
  });

  it('a report of an installation counts restarts, and records many of them as an anomaly', async () => {
    const { device, installation } = await offered();
    let at = app.clock.now().getTime();
    for (let n = 0; n < 7; n += 1) {
      at += 10;
      await report(app, device, { ...named(installation), status: 'VERIFYING' }, at);
      await report(app, device, { ...named(installation), status: 'DOWNLOADING' }, at + 5);
    }
    expect(await rowOf(app, installation.id)).toMatchObject({ restarts: 7, anomalies: 2, status: 'DOWNLOADING' });
  });

  it('a report of an installation makes heartbeats watch the installation from INSTALLING on', async () => {
    const { device, installation } = await offered();
    const watchedOf = async () =>
      (await app.sql('select watched_installation_id as id from device where id = $1', [device.id]))[0].id;
    let at = app.clock.now().getTime();
    for (const status of ['DOWNLOADING', 'TRANSFERRING'] as const) {
      await report(app, device, { ...named(installation), status }, ++at);
      expect(await watchedOf()).toBeNull();
    }
    await report(app, device, { ...named(installation), status: 'INSTALLING' }, ++at);
    expect(await watchedOf()).toBe(installation.id);
    await report(app, device, { ...named(installation), status: 'FAILED' }, ++at);
    expect(await watchedOf()).toBeNull();
  });
});

describe('reportInstallation: a reported failure', () => {
  it.each([
    ['DOWNLOAD_HTTP_404', 'DOWNLOAD_HTTP_4XX', false],
    ['download http 503', 'DOWNLOAD_NETWORK', true],
    ['network: reset by peer', 'DOWNLOAD_NETWORK', true],
    ['Size mismatch (1 of 2 bytes)', 'SIZE_MISMATCH', true],
    ['digest mismatch', 'DIGEST_MISMATCH', false],
    ['SIGNATURE_INVALID: kid', 'SIGNATURE_INVALID', false],
    ['SECURITY_VERSION_TOO_LOW', 'SECURITY_VERSION_TOO_LOW', false],
    ['HARDWARE_MISMATCH', 'HARDWARE_MISMATCH', false],
    ['NO_SPACE', 'NO_SPACE', true],
    ['FLASH_WRITE at 0x10000', 'FLASH_WRITE', true],
    ['BOOT_FAILED', 'BOOT_FAILED', true],
    ['SELF_TEST_FAILED', 'SELF_TEST_FAILED', true],
    ['BATTERY_LOW', 'BATTERY_LOW', true],
    ['USER_CANCELLED', 'USER_CANCELLED', true],
    ['who knows', 'UNKNOWN', true],
    [undefined, 'UNKNOWN', true],
  ])('a reported failure with the reason %s gets the code %s; retried: %s', async (failureReason, code, again) => {
    const { device, installation } = await offered({ status: 'DOWNLOADING' });
    const said = { ...named(installation), status: 'FAILED' as const, ...(failureReason ? { failureReason } : {}) };
    await report(app, device, said, app.clock.now().getTime() + 1);
    const row = await rowOf(app, installation.id);
    expect([row.failure_code, row.failure_source, row.retry_at !== null]).toEqual([code, 'DEVICE', again]);
  });

  it.each([
    [1, 15 * MINUTE_MS],
    [2, HOUR_MS],
    [3, 6 * HOUR_MS],
  ])('a reported failure of attempt %i is retried after %i ms, plus or minus 20 %%', async (attempt, wait) => {
    const { device, installation } = await offered({ status: 'DOWNLOADING', attempt });
    await report(app, device, { ...named(installation), status: 'FAILED' }, app.clock.now().getTime() + 1);
    const waits = (await rowOf(app, installation.id)).retry_at.getTime() - app.clock.now().getTime();
    expect(waits).toBeGreaterThanOrEqual(wait * 0.8);
    expect(waits).toBeLessThanOrEqual(wait * 1.2);
  });

  it('a reported failure of the fourth attempt is final', async () => {
    const { device, installation } = await offered({ status: 'DOWNLOADING', attempt: 4 });
    await report(app, device, { ...named(installation), status: 'FAILED' }, app.clock.now().getTime() + 1);
    expect((await rowOf(app, installation.id)).retry_at).toBeNull();
  });

  it('a reported failure to install a release that is already running is a success', async () => {
    const { device, installation } = await offered({ status: 'DOWNLOADING' });
    const failureReason = 'already on target version';
    const said = { ...named(installation), status: 'FAILED' as const, failureReason };
    expect((await report(app, device, said, app.clock.now().getTime() + 1)).body).toMatchObject({ status: 'SUCCESS' });
  });

  it('a reported failure is recorded as an anomaly if the device then reports SUCCESS', async () => {
    const { device, installation } = await offered({ status: 'FAILED' });
    app.clock.advance(1_000);
    const reply = await report(app, device, { ...named(installation), status: 'SUCCESS' });
    expect(codeOf(reply)).toEqual([409, 'INSTALLATION_TERMINAL']);
    expect((await rowOf(app, installation.id)).reconcilable).toBe(true);
  });

  it('a reported failure stores its reason, truncated to the maximum length', async () => {
    const { device, installation } = await offered({ status: 'DOWNLOADING' });
    const failureReason = `FLASH_WRITE ${'🔥'.repeat(5_000)}`;
    const said = { ...named(installation), status: 'FAILED' as const, failureReason };
    expect((await report(app, device, said, app.clock.now().getTime() + 1)).status).toBe(201);
    expect([...(await rowOf(app, installation.id)).failure_reason]).toHaveLength(500);
  });
});

describe('getCurrentInstallation: the current installation', () => {
  it('the current installation is null for a device without offers', async () => {
    const device = await makeDevice(app, { status: 'ACTIVE' });
    const reply = await current(app, device);
    expect([reply.status, reply.body]).toEqual([
      200,
      expect.objectContaining({ installationId: null, status: null, release: null, directive: 'NONE' }),
    ]);
  });

  it('the current installation is the newest open one, or else the newest one', async () => {
    const { device, installation: open } = await offered({
      status: 'VERIFYING',
      createdAt: new Date(Date.now() - HOUR_MS),
    });
    const later = await makeRelease(app, { version: '3.0.0' });
    const failed = await makeInstallation(app, device, later, { status: 'FAILED' });
    expect((await current(app, device)).body).toMatchObject({
      installationId: open.id,
      releaseId: release.id,
      status: 'VERIFYING',
      attempt: 1,
      directive: 'CONTINUE',
      release: { version: release.version, buildNumber: release.buildNumber, sha256: expect.any(String) },
    });
    await report(app, device, { ...named(open), status: 'FAILED' }, app.clock.now().getTime() + 1);
    expect((await current(app, device)).body).toMatchObject({ installationId: failed.id, directive: 'NONE' });
  });

  it('the current installation is found by id only for its own device', async () => {
    const { device, installation } = await offered();
    const other = await makeDevice(app, { status: 'ACTIVE' });
    expect((await current(app, device, installation.id)).body.installationId).toBe(installation.id);
    expect(codeOf(await current(app, other, installation.id))).toEqual([404, 'INSTALLATION_NOT_FOUND']);
    expect(codeOf(await current(app, device, UNKNOWN))).toEqual([404, 'INSTALLATION_NOT_FOUND']);
    expect(codeOf(await current(app, device, 'no-uuid'))).toEqual([404, 'INSTALLATION_NOT_FOUND']);
  });

  it.each([
    ['interrupted', { status: 'FAILED', failureSource: 'OPERATOR' }, 'ABORT'],
    ['withdrawn', { closedReason: 'SUPERSEDED' }, 'ABORT'],
    ['done', { status: 'SUCCESS' }, 'NONE'],
  ])('the current installation has the directive for a device that was %s', async (_what, overrides, directive) => {
    const { device } = await offered(overrides);
    expect((await current(app, device)).body.directive).toBe(directive);
  });

  it('the current installation directs a device to abort a revoked release, until it installs', async () => {
    const revoked = await makeRelease(app, { lifecycle: 'REVOKED' });
    const device = await makeDevice(app, { status: 'ACTIVE' });
    const { id } = await makeInstallation(app, device, revoked, { status: 'DOWNLOADING' });
    expect((await current(app, device)).body.directive).toBe('ABORT');
    await app.sql(`update installation set status = 'INSTALLING' where id = $1`, [id]);
    expect((await current(app, device)).body.directive).toBe('CONTINUE');
  });

  it('the current installation changes nothing and signs no URL', async () => {
    const { device, installation } = await offered();
    const rows = () =>
      app.sql('select (select count(*) from installation) as a, (select count(*) from installation_event) as b');
    const [before, row] = [await rows(), await rowOf(app, installation.id)];
    const reply = await current(app, device);
    expect(reply.text).not.toMatch(/https?:/);
    expect([await rows(), await rowOf(app, installation.id)]).toEqual([before, row]);
  });
});

it('a retired device cannot report', async () => {
  const device = await makeDevice(app, { status: 'RETIRED' });
  const installation = await makeInstallation(app, device, release);
  expect(codeOf(await report(app, device, { ...named(installation), status: 'QUEUED' }))).toEqual([
    403,
    'DEVICE_NOT_ALLOWED',
  ]);
  expect((await heartbeat(app, device, { firmwareVersion: '1.0.0' })).status).toBe(403);
});
