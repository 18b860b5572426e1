import { reasonToPause } from '../../src/domain/installations/failure-gate.ts';
import { pauseFailingReleases, pauseIfFailing } from '../../src/domain/installations/pause-if-failing.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { type InstallationOverrides, makeInstallation } from '../support/factories/installation.ts';
import { type MadeRelease, makeRelease, type ReleaseOverrides } from '../support/factories/release.ts';

const SETTINGS = { maxConcurrentDownloads: 100, pauseMinSample: 5, pauseFailurePercent: 10, pauseRollbacks: 3 };
const HOUR_MS = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

let revisions = 0;
async function releaseWith(
  ends: readonly (readonly [count: number, overrides: InstallationOverrides])[],
  overrides: ReleaseOverrides = {},
): Promise<MadeRelease> {
  revisions += 1;
  const release = await makeRelease(app, { hardwareRevision: `rev-pause-${revisions}`, ...overrides });
  const first = await makeDevice(app, { status: 'ACTIVE' });
  for (const [count, end] of ends) {
    for (let n = 0; n < count; n += 1) {
      const device = await makeDevice(app, { status: 'ACTIVE', batchId: first.batchId, codeStatus: null, owner: null });
      await makeInstallation(app, device, release, end);
    }
  }
  return release;
}

async function rowOf({ id }: MadeRelease): Promise<Json> {
  return (await app.sql('select * from release where id = $1', [id]))[0];
}

describe('the failure gate of a rollout', () => {
  const sample = { succeeded: 0, failed: 0, fellBack: 0, bricked: 0 };

  it('the failure gate of a rollout waits for a sample of five', () => {
    expect(reasonToPause({ ...sample, failed: 4 }, SETTINGS)).toBeUndefined();
    expect(reasonToPause({ ...sample, failed: 5 }, SETTINGS)).toBe('5 of 5 installations failed');
    expect(reasonToPause({ ...sample, succeeded: 4, failed: 1 }, SETTINGS)).toBeDefined();
  });

  it('the failure gate of a rollout closes at a failure rate of a tenth, and not below', () => {
    expect(reasonToPause({ ...sample, succeeded: 90, failed: 10 }, SETTINGS)).toBeDefined();
    expect(reasonToPause({ ...sample, succeeded: 91, failed: 10 }, SETTINGS)).toBeUndefined();
  });

  it('the failure gate of a rollout closes at three rollbacks, however many succeeded', () => {
    expect(reasonToPause({ ...sample, succeeded: 10_000, failed: 2, fellBack: 2 }, SETTINGS)).toBeUndefined();
    expect(reasonToPause({ ...sample, succeeded: 10_000, failed: 3, fellBack: 3 }, SETTINGS)).toMatch(/fell back/);
  });

  it('the failure gate of a rollout does not count a single device that may be bricked: it may be unplugged', () => {
    const silent = { ...sample, failed: 1, fellBack: 1, bricked: 1 };
    expect(reasonToPause({ ...silent, succeeded: 4 }, SETTINGS)).toBeUndefined();
    expect(reasonToPause({ ...silent, succeeded: 4, failed: 2 }, SETTINGS)).toBe('2 of 6 installations failed');
    expect(reasonToPause({ ...silent, succeeded: 4 }, { ...SETTINGS, pauseRollbacks: 1 })).toBeDefined();
  });

  it('the failure gate of a rollout counts two that may be bricked as four', () => {
    const silent = { ...sample, failed: 2, fellBack: 2, bricked: 2 };
    expect(reasonToPause({ ...silent, succeeded: 38 }, SETTINGS)).toBe('2 of 40 installations failed');
    expect(reasonToPause({ ...silent, succeeded: 39 }, SETTINGS)).toBeUndefined();
    expect(reasonToPause({ ...sample, succeeded: 19, failed: 2 }, SETTINGS)).toBeUndefined();
  });
});

describe('a rollout', () => {
  it('a rollout is paused by the system when a tenth failed, with a reason, and its offers are withdrawn', async () => {
    const release = await releaseWith([
      [9, { status: 'SUCCESS' }],
      [1, { status: 'FAILED', failureCode: 'FLASH_WRITE' }],
      [1, { status: 'AVAILABLE' }],
      [1, { status: 'DOWNLOADING' }],
    ]);
    expect(await pauseIfFailing(app.runtime, release.id)).toBe(true);
    expect(await rowOf(release)).toMatchObject({
      lifecycle: 'PAUSED',
      paused_by: 'SYSTEM',
      pause_reason: '1 of 10 installations failed',
      revision: 2,
    });
    const closed = await app.sql(
      'select status, closed_reason from installation where release_id = $1 and closed_reason is not null',
      [release.id],
    );
    expect(closed).toEqual([{ status: 'AVAILABLE', closed_reason: 'RELEASE_PAUSED' }]);
    expect(await app.sql('select * from release_event where release_id = $1', [release.id])).toEqual([
      expect.objectContaining({ from_lifecycle: 'ROLLING_OUT', to_lifecycle: 'PAUSED', actor_id: null }),
    ]);
  });

  it('a rollout continues below that rate, and without failures', async () => {
    const some = await releaseWith([
      [10, { status: 'SUCCESS', verification: 'CONFIRMED' }],
      [1, { status: 'FAILED' }],
    ]);
    const none = await releaseWith([[6, { status: 'SUCCESS' }]]);
    expect(await pauseIfFailing(app.runtime, some.id)).toBe(false);
    expect(await pauseIfFailing(app.runtime, none.id)).toBe(false);
    expect(await rowOf(some)).toMatchObject({ lifecycle: 'ROLLING_OUT', revision: 1 });
  });

  it('a rollout does not count installations ended by an operator, a user or a low battery', async () => {
    const release = await releaseWith([
      [5, { status: 'FAILED', failureSource: 'OPERATOR', failureCode: 'USER_CANCELLED_BY_OPERATOR' }],
      [5, { status: 'FAILED', failureCode: 'USER_CANCELLED' }],
      [5, { status: 'FAILED', failureCode: 'BATTERY_LOW' }],
    ]);
    expect(await pauseIfFailing(app.runtime, release.id)).toBe(false);
  });

  it('a rollout counts a contradicted success as a rollback', async () => {
    const release = await releaseWith([
      [40, { status: 'SUCCESS', verification: 'CONFIRMED' }],
      [1, { status: 'SUCCESS', verification: 'CONTRADICTED' }],
      [2, { status: 'ROLLED_BACK' }],
    ]);
    expect(await pauseIfFailing(app.runtime, release.id)).toBe(true);
    expect(await rowOf(release)).toMatchObject({ pause_reason: '3 devices fell back or may be bricked' });
  });

  it('a rollout counts each device once, by its newest ended attempt', async () => {
    const release = await releaseWith([[4, { status: 'SUCCESS' }]]);
    const device = await makeDevice(app, { status: 'ACTIVE' });
    await makeInstallation(app, device, release, { status: 'FAILED', attempt: 1 });
    await makeInstallation(app, device, release, { status: 'SUCCESS', attempt: 2 });
    const stubborn = await makeDevice(app, { status: 'ACTIVE' });
    for (const attempt of [1, 2, 3]) await makeInstallation(app, stubborn, release, { status: 'FAILED', attempt });
    // 1 of 6, not 4 of 9: above a tenth either way, so the reason tells.
    expect(await pauseIfFailing(app.runtime, release.id)).toBe(true);
    expect(await rowOf(release)).toMatchObject({ pause_reason: '1 of 6 installations failed' });
  });

  it('a rollout does not count attempts before its failure window', async () => {
    const release = await releaseWith([
      [5, { status: 'FAILED', finishedAt: new Date(app.clock.now().getTime() - HOUR_MS) }],
    ]);
    await app.sql('update release set failure_window_from = $2 where id = $1', [release.id, app.clock.now()]);
    expect(await pauseIfFailing(app.runtime, release.id)).toBe(false);
    await app.sql('update release set failure_window_from = $2 where id = $1', [
      release.id,
      new Date(app.clock.now().getTime() - HOUR_MS),
    ]);
    expect(await pauseIfFailing(app.runtime, release.id)).toBe(true);
  });

  it('a rollout that is not ROLLING_OUT is not paused', async () => {
    const release = await releaseWith([[5, { status: 'FAILED' }]], { lifecycle: 'COMPLETED' });
    expect(await pauseIfFailing(app.runtime, release.id)).toBe(false);
    expect(await rowOf(release)).toMatchObject({ lifecycle: 'COMPLETED' });
  });

  it('a rollout is paused once by fifty concurrent checks', async () => {
    const release = await releaseWith([[5, { status: 'FAILED' }]]);
    const paused = await Promise.all(Array.from({ length: 50 }, () => pauseIfFailing(app.runtime, release.id)));
    expect(paused.filter(Boolean)).toHaveLength(1);
    expect(await app.sql('select 1 from release_event where release_id = $1', [release.id])).toHaveLength(1);
  });

  it('a rollout is paused by the job without a report', async () => {
    const failing = await releaseWith([[5, { status: 'FAILED' }]]);
    const healthy = await releaseWith([[5, { status: 'SUCCESS' }]]);
    await pauseFailingReleases(app.runtime);
    expect(await rowOf(failing)).toMatchObject({ lifecycle: 'PAUSED' });
    expect(await rowOf(healthy)).toMatchObject({ lifecycle: 'ROLLING_OUT' });
  });
});
