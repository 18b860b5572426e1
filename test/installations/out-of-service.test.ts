import { pauseFailingReleases } from '../../src/domain/installations/pause-if-failing.ts';
import type { InstallationStatus } from '../../src/model/enums.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { MadeDevice } from '../support/factories/device.ts';
import { makeRelease } from '../support/factories/release.ts';
import { ask } from './signed-look-ups.ts';
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
import { eventsOf, heartbeat, miscounted, report, rowOf } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(async () => {
  expect(await miscounted(app)).toEqual([]);
  await app.stop();
});

describe('a device that is taken out of service', () => {
  const set = async (device: MadeDevice, ...statuses: readonly string[]) => {
    for (const status of statuses) {
      const reply = await (await operator(app)).rest('PATCH', `/v1/admin/devices/${device.id}/status`, {
        status,
        reason: 'by hand',
      });
      expect(reply.status).toBe(200);
    }
  };
  const ways = ['SUSPENDED', 'RETURNED', 'REPAIR', 'REVOKED', 'REPAIR, then RETIRED', 'RETURNED, then INVENTORY'];
  const unfinished: readonly InstallationStatus[] = [
    'AVAILABLE',
    'QUEUED',
    'DOWNLOADING',
    'VERIFYING',
    'INSTALLING',
    'REBOOTING',
  ];

  it.each(ways)(
    'a device that is taken out of service as %s leaves its installation at once, and counts neither for nor against the release',
    async (way) => {
      for (const status of unfinished) {
        const { id, device, release } = await loneAttempt(app, { status });
        await set(device, ...way.split(', then '));
        expect(await rowOf(app, id)).toMatchObject({ status: 'AVAILABLE', closed_reason: 'DEVICE_OUT_OF_SERVICE' });
        expect(
          (await eventsOf(app, id)).map(({ source, outcome, from_status }) => [source, outcome, from_status]),
        ).toEqual([['OPERATOR', 'OUT_OF_SERVICE', status]]);
        const [{ watched_installation_id }] = await app.sql('select * from device where id = $1', [device.id]);
        expect(watched_installation_id).toBeNull();
        await pass(app, 50 * HOUR_MS);
        expect(await statsOf(app, release)).toMatchObject({ silent: 0, failureRate: null });
      }
    },
    120_000,
  );

  it('a device that was stuck from INSTALLING on and is taken out of service fails, and counts', async () => {
    const fleet = await makeFleet(app, 3);
    const installations = await attemptsOf(app, fleet, fleet.devices, { status: 'REBOOTING' });
    app.clock.advance(20 * MINUTE_MS);
    for (const device of fleet.devices) await set(device, 'RETURNED');
    for (const { id } of installations) {
      expect(await rowOf(app, id)).toMatchObject({
        status: 'FAILED',
        failure_code: 'STALLED_REBOOTING',
        possibly_bricked: true,
      });
    }
    await pauseFailingReleases(app.runtime);
    expect(await lifecycleOf(app, fleet.release)).toMatchObject({ lifecycle: 'PAUSED' });
  });

  it('a device that is taken out of service and already runs the new version is confirmed by its next heartbeats', async () => {
    const { id, device } = await loneAttempt(app, { status: 'AVAILABLE' });
    await heartbeat(app, device, { firmwareVersion: OLD, uptime: 5_000 });
    app.clock.advance(MINUTE_MS);
    await heartbeat(app, device, { firmwareVersion: NEW, uptime: 30 });
    await set(device, 'SUSPENDED');
    expect(await rowOf(app, id)).toMatchObject({ status: 'VALIDATING', closed_reason: null });
    app.clock.advance(11 * MINUTE_MS);
    await heartbeat(app, device, { firmwareVersion: NEW, uptime: 690 });
    expect(await rowOf(app, id)).toMatchObject({ status: 'SUCCESS', verification: 'CONFIRMED' });
  });

  it('a device that showed the new version, is taken out of service and falls silent, leaves its installation when it is stuck', async () => {
    const { id, device } = await loneAttempt(app, { status: 'REBOOTING' });
    app.clock.advance(MINUTE_MS);
    await heartbeat(app, device, { firmwareVersion: NEW, uptime: 30 });
    await set(device, 'SUSPENDED');
    await pass(app, 7 * HOUR_MS);
    expect(await rowOf(app, id)).toMatchObject({ status: 'AVAILABLE', closed_reason: 'DEVICE_OUT_OF_SERVICE' });
  });

  it('a device that is taken out of service is told to abort while it is out of service, and is offered the same attempt when it is back', async () => {
    const { id, device, release } = await loneAttempt(app, { status: 'DOWNLOADING' });
    await set(device, 'SUSPENDED');
    app.clock.advance(1_000);
    const said = { releaseId: release.id, installationId: id };
    const reply = await report(app, device, { ...said, status: 'VERIFYING' });
    expect([reply.status, reply.body]).toEqual([201, expect.objectContaining({ applied: false, directive: 'ABORT' })]);
    await set(device, 'ACTIVE');
    app.clock.advance(1_000);
    expect((await ask(app, device)).body).toMatchObject({ updateAvailable: true, installationId: id });
    expect((await report(app, device, { ...said, status: 'DOWNLOADING' })).body).toMatchObject({
      applied: true,
      directive: 'CONTINUE',
    });
  });

  it('a device that is taken out of service and finishes what it could not stop still succeeds', async () => {
    const fleet = await makeFleet(app, 2);
    const installations = await attemptsOf(app, fleet, fleet.devices, { status: 'INSTALLING' });
    const [device, other] = fleet.devices;
    if (!device || !other) throw new Error('two devices were made');
    for (const each of fleet.devices) await set(each, 'SUSPENDED');
    app.clock.advance(1_000);
    const said = (index: number) => ({ releaseId: fleet.release.id, installationId: installations[index]?.id });
    await report(app, device, { ...said(0), status: 'SUCCESS' });
    await report(app, other, { ...said(1), status: 'ROLLED_BACK' });
    expect(await rowOf(app, installations[0]?.id ?? '')).toMatchObject({ status: 'SUCCESS', closed_reason: null });
    expect(await rowOf(app, installations[1]?.id ?? '')).toMatchObject({ status: 'ROLLED_BACK', closed_reason: null });
  });

  it('a device that is taken out of service as REPAIR goes on with a release that targets it', async () => {
    const fleet = await makeFleet(app);
    const { device } = fleet;
    const { id: targetDeviceId, hardwareRevision } = device;
    const bench = await makeRelease(app, { channel: 'INTERNAL', targetDeviceId, hardwareRevision, version: '4.0.0' });
    const [{ id } = { id: '' }] = await attemptsOf(app, { ...fleet, release: bench }, [device], {
      status: 'DOWNLOADING',
    });
    await set(device, 'REPAIR');
    expect(await rowOf(app, id)).toMatchObject({ status: 'DOWNLOADING', closed_reason: null });
    await set(device, 'RETURNED');
    expect(await rowOf(app, id)).toMatchObject({ status: 'AVAILABLE', closed_reason: 'DEVICE_OUT_OF_SERVICE' });
  });

  it('a device that an earlier version took out of service leaves its installation when that is silent', async () => {
    const { id, device } = await loneAttempt(app, { status: 'REBOOTING' });
    await app.sql(`update device set status = 'RETIRED' where id = $1`, [device.id]);
    await pass(app, HOUR_MS);
    expect(await rowOf(app, id)).toMatchObject({ status: 'AVAILABLE', closed_reason: 'DEVICE_OUT_OF_SERVICE' });
  });

  it('a device that is taken out of service with its batch leaves its installation, too', async () => {
    const { id, device } = await loneAttempt(app, { status: 'DOWNLOADING' });
    await app.sql(
      `update device set status = 'READY', owner_id = null, claimed_at = null, activated_at = null where id = $1`,
      [device.id],
    );
    await app.sql(`update inventory_batch set status = 'PROVISIONING' where id = $1`, [device.batchId]);
    const path = `/v1/admin/inventory/batches/${device.batchId}`;
    expect((await (await operator(app)).rest('PATCH', path, { status: 'CANCELLED' })).status).toBe(200);
    expect(await rowOf(app, id)).toMatchObject({ status: 'AVAILABLE', closed_reason: 'DEVICE_OUT_OF_SERVICE' });
  });

  it('a device that is taken out of service keeps the failure that it reported before', async () => {
    const fleet = await makeFleet(app);
    const { device } = fleet;
    await attemptsOf(app, fleet, fleet.devices, { status: 'FAILED', failureCode: 'BOOT_FAILED' });
    await set(device, 'RETURNED');
    expect(await statsOf(app, fleet.release)).toMatchObject({ failureRate: 1 });
  });
});
