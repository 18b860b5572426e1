import type { InstallationStatus } from '../../src/model/enums.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import { ask } from './signed-look-ups.ts';
import { HOUR_MS, loneAttempt, MINUTE_MS, makeFleet, NEW, OLD, pass, statsOf } from './small-fleet.ts';
import { heartbeat, miscounted, report, rowOf } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(async () => {
  expect(await miscounted(app)).toEqual([]);
  await app.stop();
});

describe('a device that installs without a report', () => {
  it.each(['AVAILABLE', 'QUEUED', 'DOWNLOADING', 'VERIFYING'] as const)(
    'a device that installs without a report from %s succeeds by its heartbeats',
    async (status) => {
      const { id, device } = await loneAttempt(app, { status });
      await heartbeat(app, device, { firmwareVersion: OLD });
      app.clock.advance(5 * MINUTE_MS);
      await heartbeat(app, device, { firmwareVersion: NEW, uptime: 10 });
      expect(await rowOf(app, id)).toMatchObject({ status: 'VALIDATING' });
      app.clock.advance(10 * MINUTE_MS);
      await heartbeat(app, device, { firmwareVersion: NEW, uptime: 610 });
      expect(await rowOf(app, id)).toMatchObject({
        status: 'SUCCESS',
        verification: 'CONFIRMED',
        evidence: 'HEARTBEAT',
      });
    },
  );

  it('a device that installs without a report succeeds though it asked for firmware before its first heartbeat', async () => {
    const fleet = await makeFleet(app);
    const { device } = fleet;
    await heartbeat(app, device, { firmwareVersion: OLD });
    const { installationId } = (await ask(app, device)).body;
    app.clock.advance(5 * MINUTE_MS);
    expect((await ask(app, device, { query: { currentFirmware: NEW } })).body.reason).toBe('UP_TO_DATE');
    app.clock.advance(MINUTE_MS);
    await heartbeat(app, device, { firmwareVersion: NEW, uptime: 60 });
    app.clock.advance(10 * MINUTE_MS);
    await heartbeat(app, device, { firmwareVersion: NEW, uptime: 660 });
    expect(await rowOf(app, installationId)).toMatchObject({ status: 'SUCCESS', verification: 'CONFIRMED' });
  });

  it('a device that installs without a report succeeds though it had been failed as silent', async () => {
    const { id, device, release } = await loneAttempt(app, { status: 'DOWNLOADING' });
    await heartbeat(app, device, { firmwareVersion: OLD });
    await pass(app, 27 * HOUR_MS);
    await heartbeat(app, device, { firmwareVersion: NEW, uptime: 10 });
    expect(await statsOf(app, release)).toMatchObject({ silent: 1, failureRate: null });
    app.clock.advance(10 * MINUTE_MS);
    await heartbeat(app, device, { firmwareVersion: NEW, uptime: 610 });
    expect(await rowOf(app, id)).toMatchObject({ status: 'SUCCESS', silent: false });
  });

  it('a device that installs without a report is not confirmed by a third version', async () => {
    const { id, device } = await loneAttempt(app, { status: 'DOWNLOADING' });
    for (const minutes of [1, 11, 11]) {
      app.clock.advance(minutes * MINUTE_MS);
      await heartbeat(app, device, { firmwareVersion: '1.5.0', uptime: 30 });
    }
    expect(await rowOf(app, id)).toMatchObject({ status: 'DOWNLOADING', matching_heartbeats: 0 });
  });
});

describe('a device that corrects its clock', () => {
  const place = async () => {
    const fleet = await makeFleet(app);
    const { device } = fleet;
    const { installationId } = (await ask(app, device)).body;
    const say = (status: InstallationStatus, clockMs: number) =>
      report(app, device, { releaseId: fleet.release.id, installationId, status }, app.clock.now().getTime() + clockMs);
    const beat = (uptime: number, clockMs = 0) =>
      heartbeat(app, device, { firmwareVersion: OLD, uptime }, app.clock.now().getTime() + clockMs);
    return { id: installationId as string, say, beat };
  };

  it('forwards, is not rolled back', async () => {
    const { id, say, beat } = await place();
    await say('INSTALLING', -4 * MINUTE_MS);
    for (const uptime of [200, 400, 800]) {
      app.clock.advance(100_000);
      await beat(uptime);
      expect(await rowOf(app, id)).toMatchObject({ status: 'INSTALLING' });
    }
  });

  it('backwards, and has really restarted with its old firmware, is rolled back', async () => {
    const { id, say, beat } = await place();
    await say('REBOOTING', 4 * MINUTE_MS);
    app.clock.advance(5 * MINUTE_MS);
    await beat(120);
    expect(await rowOf(app, id)).toMatchObject({ status: 'ROLLED_BACK', failure_source: 'SERVER' });
  });

  it('backwards by more than passed since, and has restarted, is rolled back', async () => {
    const { id, say, beat } = await place();
    await say('REBOOTING', 4 * MINUTE_MS);
    app.clock.advance(2 * MINUTE_MS);
    await beat(60);
    expect(await rowOf(app, id)).toMatchObject({ status: 'ROLLED_BACK', failure_source: 'SERVER' });
  });

  it('a device that does not correct its clock, and whose heartbeat arrives late, is not rolled back', async () => {
    const { id, say, beat } = await place();
    await say('INSTALLING', 0);
    app.clock.advance(190_000);
    await beat(20, -180_000);
    expect(await rowOf(app, id)).toMatchObject({ status: 'INSTALLING' });
  });

  it('a device that does not correct its clock, and whose report arrived after its restart, is rolled back once it is stuck', async () => {
    const { id, say, beat } = await place();
    app.clock.advance(60_000);
    await say('REBOOTING', -60_000);
    app.clock.advance(10 * MINUTE_MS);
    await beat(650);
    expect(await rowOf(app, id)).toMatchObject({ status: 'REBOOTING' });
    app.clock.advance(5 * MINUTE_MS);
    await beat(950);
    expect(await rowOf(app, id)).toMatchObject({ status: 'ROLLED_BACK', failure_source: 'SERVER' });
  });
});
