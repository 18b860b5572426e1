import { failStalled } from '../../src/domain/stalls/fail-stalled.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { MadeDevice } from '../support/factories/device.ts';
import { makeRelease } from '../support/factories/release.ts';
import { answerFor, ask, installationsOf } from './signed-look-ups.ts';
import {
  attemptsOf,
  HOUR_MS,
  lifecycleOf,
  loneAttempt,
  MINUTE_MS,
  makeFleet,
  NEW,
  OLD,
  operator,
  pass,
  statsOf,
} from './small-fleet.ts';
import { heartbeat, miscounted, report, rowOf } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(async () => {
  expect(await miscounted(app)).toEqual([]);
  await app.stop();
});

describe('devices that are switched off before INSTALLING', () => {
  it.each(['QUEUED', 'DOWNLOADING', 'VERIFYING', 'TRANSFERRING'] as const)(
    'devices that are switched off before INSTALLING in %s never pause a rollout, and are shown as silent',
    async (status) => {
      const fleet = await makeFleet(app, 20);
      await attemptsOf(app, fleet, fleet.devices.slice(6), { status: 'SUCCESS', verification: 'CONFIRMED' });
      const silent = await attemptsOf(app, fleet, fleet.devices.slice(0, 6), { status });
      await pass(app, 50 * HOUR_MS);
      expect(await lifecycleOf(app, fleet.release)).toEqual({ lifecycle: 'ROLLING_OUT', pause_reason: null });
      expect(await rowOf(app, silent[0]?.id ?? '')).toMatchObject({
        status: 'FAILED',
        failure_code: `STALLED_${status}`,
        silent: true,
        possibly_bricked: false,
      });
      expect(await statsOf(app, fleet.release)).toMatchObject({ silent: 6, failureRate: 0 });
      const { body } = await (await operator(app)).gql(
        'query ($release: ID!) { installations(filter: { silent: { eq: true }, releaseId: { eq: $release } }) { totalCount nodes { silent status } } }',
        { release: fleet.release.id },
      );
      expect(body.data.installations).toEqual({
        totalCount: 6,
        nodes: Array(6).fill({ silent: true, status: 'FAILED' }),
      });
    },
  );

  it('devices that are switched off before INSTALLING are shown as silent as soon as they are stuck', async () => {
    const fleet = await loneAttempt(app, { status: 'DOWNLOADING' });
    const { id } = fleet;
    await pass(app, 2 * HOUR_MS);
    expect(await rowOf(app, id)).toMatchObject({ status: 'DOWNLOADING', silent: true });
    expect(await statsOf(app, fleet.release)).toMatchObject({ silent: 1, failureRate: null });
  });

  it('devices that are switched off before INSTALLING are silent no longer when their offer is withdrawn, with its release or for a better one', async () => {
    const fleet = await makeFleet(app, 2);
    const [better, paused] = await attemptsOf(app, fleet, fleet.devices, { status: 'AVAILABLE' });
    await pass(app, 24 * HOUR_MS);
    expect(await statsOf(app, fleet.release)).toMatchObject({ silent: 2 });
    const { hardwareRevision } = fleet.device;
    const next = await makeRelease(app, { hardwareRevision, version: '3.0.0' });
    expect(await answerFor(app, fleet.device)).toBe(next.id);
    const withdrawn = { silent: false, stuck_since: null };
    expect(await rowOf(app, better?.id ?? '')).toMatchObject({ ...withdrawn, closed_reason: 'SUPERSEDED' });
    expect(await statsOf(app, fleet.release)).toMatchObject({ silent: 1 });
    const path = `/v1/admin/firmware/${fleet.release.id}/lifecycle`;
    expect((await (await operator(app)).rest('PATCH', path, { status: 'PAUSED' })).status).toBe(200);
    expect(await rowOf(app, paused?.id ?? '')).toMatchObject({ ...withdrawn, closed_reason: 'RELEASE_PAUSED' });
    expect(await statsOf(app, fleet.release)).toMatchObject({ silent: 0 });
  });

  it('devices that are switched off before INSTALLING are silent no longer when they report, whatever they report', async () => {
    const fleet = await makeFleet(app, 2);
    const [stuck, failed] = await attemptsOf(app, fleet, fleet.devices, { status: 'DOWNLOADING' });
    await pass(app, 30 * HOUR_MS);
    const [device, other] = fleet.devices;
    if (!device || !other || !stuck || !failed) throw new Error('two devices were made');
    const said = { releaseId: fleet.release.id };
    await report(app, device, { ...said, installationId: stuck.id, status: 'DOWNLOADING' });
    await report(app, other, { ...said, installationId: failed.id, status: 'FAILED', failureReason: 'FLASH_WRITE' });
    expect(await rowOf(app, stuck.id)).toMatchObject({ status: 'DOWNLOADING', silent: false, stuck_since: null });
    expect(await rowOf(app, failed.id)).toMatchObject({ status: 'FAILED', silent: false, failure_source: 'DEVICE' });
    expect(await statsOf(app, fleet.release)).toMatchObject({ silent: 0, failureRate: 1 });
  });

  it('devices that are switched off before INSTALLING pause a rollout at once when they report that it failed after all', async () => {
    const fleet = await makeFleet(app, 5);
    const attempts = await attemptsOf(app, fleet, fleet.devices, { status: 'DOWNLOADING' });
    await pass(app, 27 * HOUR_MS);
    for (const [index, device] of fleet.devices.entries()) {
      const said = { releaseId: fleet.release.id, installationId: attempts[index]?.id };
      await report(app, device, { ...said, status: 'FAILED', failureReason: 'FLASH_WRITE' });
    }
    expect(await lifecycleOf(app, fleet.release)).toMatchObject({ lifecycle: 'PAUSED' });
  });

  it('devices that are switched off before INSTALLING use up no attempt: after the fourth they are offered the same attempt again', async () => {
    const fleet = await makeFleet(app);
    const { device } = fleet;
    for (let round = 0; round < 5; round += 1) {
      const { body } = await ask(app, device);
      expect(body).toMatchObject({ updateAvailable: true, releaseId: fleet.release.id });
      const { installationId } = body;
      // As a new one.
      expect(await rowOf(app, installationId)).toMatchObject({
        status: 'AVAILABLE',
        failure_source: null,
        failure_code: null,
        failure_reason: null,
        started_at: null,
        finished_at: null,
        retry_at: null,
      });
      expect(
        (await report(app, device, { releaseId: fleet.release.id, installationId, status: 'DOWNLOADING' })).status,
      ).toBe(201);
      await pass(app, 27 * HOUR_MS);
    }
    const installations = await installationsOf(app, device.id);
    expect(installations).toEqual([expect.objectContaining({ attempt: 1, status: 'FAILED', silent: true })]);
  });

  it('devices that an earlier version failed four times are offered the release again', async () => {
    const fleet = await makeFleet(app);
    const { device } = fleet;
    for (const attempt of [1, 2, 3, 4]) {
      await attemptsOf(app, fleet, [device], {
        attempt,
        status: 'FAILED',
        failureSource: 'SERVER',
        failureCode: 'STALLED_DOWNLOADING',
        silent: true,
      });
    }
    app.clock.advance(HOUR_MS);
    expect(await answerFor(app, device)).toBe(fleet.release.id);
    const { id: installationId } = (await installationsOf(app, device.id)).find(({ attempt }) => attempt === 4);
    const said = { releaseId: fleet.release.id, installationId };
    await report(app, device, { ...said, status: 'FAILED', failureReason: 'FLASH_WRITE' });
    // The first failure that counts: it is retried after 15 minutes, as any first one.
    expect(await answerFor(app, device)).toBe('RETRY_LATER');
    app.clock.advance(16 * MINUTE_MS);
    expect(await answerFor(app, device)).toBe(fleet.release.id);
  });

  it('devices that are switched off before INSTALLING do not delay the end of attempts: four failures that were reported are enough', async () => {
    const fleet = await makeFleet(app);
    const { device } = fleet;
    for (const attempt of [1, 2, 3, 4]) {
      await attemptsOf(app, fleet, [device], { attempt, status: 'FAILED', failureCode: 'FLASH_WRITE' });
    }
    app.clock.advance(48 * HOUR_MS);
    expect(await answerFor(app, device)).toBe('ATTEMPTS_USED_UP');
  });

  it('devices that are switched off before INSTALLING are offered the newest release after 90 days', async () => {
    const fleet = await makeFleet(app);
    const { device } = fleet;
    await attemptsOf(app, fleet, [device], { status: 'DOWNLOADING' });
    await pass(app, 27 * HOUR_MS);
    const { hardwareRevision } = device;
    const newest = await makeRelease(app, { hardwareRevision, version: '3.0.0' });
    app.clock.advance(90 * 24 * HOUR_MS);
    expect(await answerFor(app, device)).toBe(newest.id);
  });
});

describe('devices that are switched off from INSTALLING on', () => {
  it.each(['INSTALLING', 'REBOOTING', 'VALIDATING'] as const)(
    'devices that are switched off from INSTALLING on in %s pause a rollout',
    async (status) => {
      const fleet = await makeFleet(app, 20);
      await attemptsOf(app, fleet, fleet.devices.slice(2), { status: 'SUCCESS', verification: 'CONFIRMED' });
      const [first] = await attemptsOf(app, fleet, fleet.devices.slice(0, 2), { status });
      await pass(app, 7 * HOUR_MS);
      expect(await lifecycleOf(app, fleet.release)).toEqual({
        lifecycle: 'PAUSED',
        pause_reason: '2 of 20 installations failed',
      });
      expect(await rowOf(app, first?.id ?? '')).toMatchObject({ silent: false, possibly_bricked: true });
      expect(await statsOf(app, fleet.release)).toMatchObject({ silent: 0, failureRate: 0.2 });
    },
  );

  it('devices that are switched off from INSTALLING on and come back with the new firmware just before they would be failed, succeed', async () => {
    const fleet = await makeFleet(app, 6);
    const installations = await attemptsOf(app, fleet, fleet.devices, { status: 'REBOOTING' });
    await pass(app, 370 * MINUTE_MS);
    app.clock.advance(2 * MINUTE_MS);
    for (const device of fleet.devices) await heartbeat(app, device, { firmwareVersion: NEW, uptime: 30 });
    app.clock.advance(8 * MINUTE_MS);
    await failStalled(app.runtime);
    for (const { id } of installations) expect(await rowOf(app, id)).toMatchObject({ status: 'VALIDATING' });
    app.clock.advance(13 * MINUTE_MS);
    for (const device of fleet.devices) await heartbeat(app, device, { firmwareVersion: NEW, uptime: 1_290 });
    for (const { id } of installations) {
      expect(await rowOf(app, id)).toMatchObject({ status: 'SUCCESS', verification: 'CONFIRMED' });
    }
    expect(await lifecycleOf(app, fleet.release)).toMatchObject({ lifecycle: 'ROLLING_OUT' });
  });

  it('devices that are switched off from INSTALLING on show the new firmware once and fall silent, are stuck and failed by the time of that heartbeat', async () => {
    const fleet = await loneAttempt(app, { status: 'REBOOTING' });
    const { id } = fleet;
    const { device } = fleet;
    await pass(app, 6 * HOUR_MS);
    await heartbeat(app, device, { firmwareVersion: NEW, uptime: 30 });
    await pass(app, 20 * MINUTE_MS + 6 * HOUR_MS - MINUTE_MS);
    expect(await rowOf(app, id)).toMatchObject({ status: 'VALIDATING' });
    await pass(app, MINUTE_MS);
    expect(await rowOf(app, id)).toMatchObject({ status: 'FAILED', possibly_bricked: false });
  });

  it('devices do not fail if their last heartbeat shows the new firmware and could not be compared with the installation', async () => {
    const fleet = await loneAttempt(app, { status: 'REBOOTING', watched: false });
    const { id } = fleet;
    const { device } = fleet;
    await heartbeat(app, device, { firmwareVersion: OLD, uptime: 30 });
    app.clock.advance(10 * MINUTE_MS);
    // The presence is stored, and nothing else.
    await app.sql('update device_presence set firmware_version = $2, last_seen_at = $3 where device_id = $1', [
      device.id,
      NEW,
      app.clock.now(),
    ]);
    await pass(app, 2 * HOUR_MS);
    expect(await rowOf(app, id)).toMatchObject({ status: 'VALIDATING', matching_heartbeats: 1 });
  });
});

describe('a rollout that is resumed', () => {
  it('a rollout that is resumed counts the successes of before, and no failure of before', async () => {
    const fleet = await makeFleet(app, 30);
    await attemptsOf(app, fleet, fleet.devices.slice(0, 20), { status: 'SUCCESS', verification: 'CONFIRMED' });
    await attemptsOf(app, fleet, fleet.devices.slice(20, 24), { status: 'FAILED', failureCode: 'FLASH_WRITE' });
    app.clock.advance(MINUTE_MS);
    await app.sql('update release set failure_window_from = $2 where id = $1', [fleet.release.id, app.clock.now()]);
    expect(await statsOf(app, fleet.release)).toMatchObject({ failureRate: 0 });
    const [device, next, last] = fleet.devices.slice(24);
    if (!device || !next || !last) throw new Error('thirty devices were made');
    const fail = async (who: MadeDevice) => {
      const { body } = await ask(app, who);
      const said = { releaseId: fleet.release.id, installationId: body.installationId };
      return report(app, who, { ...said, status: 'FAILED', failureReason: 'FLASH_WRITE' });
    };
    await fail(device);
    await fail(next);
    expect(await lifecycleOf(app, fleet.release)).toMatchObject({ lifecycle: 'ROLLING_OUT' });
    expect((await statsOf(app, fleet.release)).failureRate).toBeCloseTo(2 / 22);
    await fail(last);
    expect(await lifecycleOf(app, fleet.release)).toEqual({
      lifecycle: 'PAUSED',
      pause_reason: '3 of 23 installations failed',
    });
    expect((await statsOf(app, fleet.release)).failureRate).toBeCloseTo(3 / 23);
  });
});

describe('the failure rate of a release', () => {
  it('the failure rate of a release counts no attempt that a battery, a person or silence ended', async () => {
    const fleet = await makeFleet(app, 10);
    await attemptsOf(app, fleet, fleet.devices.slice(0, 3), { status: 'SUCCESS' });
    await attemptsOf(app, fleet, fleet.devices.slice(3, 4), { status: 'FAILED', failureCode: 'FLASH_WRITE' });
    await attemptsOf(app, fleet, fleet.devices.slice(4, 6), { status: 'FAILED', failureCode: 'BATTERY_LOW' });
    await attemptsOf(app, fleet, fleet.devices.slice(6, 7), { status: 'FAILED', failureCode: 'USER_CANCELLED' });
    await attemptsOf(app, fleet, fleet.devices.slice(7, 8), { status: 'FAILED', failureSource: 'OPERATOR' });
    await attemptsOf(app, fleet, fleet.devices.slice(8), { status: 'FAILED', failureSource: 'SERVER', silent: true });
    expect(await statsOf(app, fleet.release)).toMatchObject({ interrupted: 1, silent: 2, failureRate: 0.25 });
  });

  it('the failure rate of a release counts a device by its newest attempt that says something', async () => {
    const fleet = await makeFleet(app, 3);
    const [device, other, third] = fleet.devices;
    if (!device || !other || !third) throw new Error('three devices were made');
    await attemptsOf(app, fleet, [device], { status: 'FAILED', failureCode: 'BOOT_FAILED', attempt: 1 });
    await attemptsOf(app, fleet, [device], { status: 'FAILED', failureSource: 'SERVER', silent: true, attempt: 2 });
    await attemptsOf(app, fleet, [other], { status: 'FAILED', failureCode: 'BOOT_FAILED', attempt: 1 });
    await attemptsOf(app, fleet, [other], { status: 'SUCCESS', attempt: 2 });
    await attemptsOf(app, fleet, [third], { status: 'SUCCESS', attempt: 1 });
    await attemptsOf(app, fleet, [third], { status: 'ROLLED_BACK', attempt: 2 });
    expect((await statsOf(app, fleet.release)).failureRate).toBeCloseTo(2 / 3);
  });
});
