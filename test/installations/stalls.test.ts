import { failStalled } from '../../src/domain/stalls/fail-stalled.ts';
import { STALL_TIMERS } from '../../src/domain/stalls/stall-rules.ts';
import type { InstallationStatus } from '../../src/model/enums.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { addPresence, makeDevice } from '../support/factories/device.ts';
import { type InstallationOverrides, makeInstallation } from '../support/factories/installation.ts';
import { makeRelease } from '../support/factories/release.ts';
import { answerFor } from './signed-look-ups.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PAST_RETURN: readonly InstallationStatus[] = ['INSTALLING', 'REBOOTING', 'VALIDATING'];

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

let revisions = 0;
async function installationAt(status: InstallationStatus, overrides: InstallationOverrides = {}) {
  revisions += 1;
  const hardwareRevision = `rev-stall-${revisions}`;
  const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision });
  const release = await makeRelease(app, { hardwareRevision });
  const { id } = await makeInstallation(app, device, release, { status, ...overrides });
  return { id, device, release, startedAt: app.clock.now() };
}

async function rowOf(id: string): Promise<Json> {
  return (await app.sql('select * from installation where id = $1', [id]))[0];
}

function eventsOf(id: string): Promise<Json[]> {
  return app.sql('select * from installation_event where installation_id = $1 order by at, id', [id]);
}

const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

describe('an installation without reports', () => {
  it.each(STALL_TIMERS)(
    'an installation without reports in $status is stuck after $silenceMs ms, and failed $patienceMs ms later',
    async (timer) => {
      const { status, silenceMs, patienceMs } = timer;
      const { id, startedAt } = await installationAt(status);

      app.clock.set(later(startedAt, silenceMs - 1));
      await failStalled(app.runtime);
      expect(await rowOf(id)).toMatchObject({ status, stuck_since: null });

      const stuckAt = later(startedAt, silenceMs);
      app.clock.set(stuckAt);
      await failStalled(app.runtime);
      expect(await rowOf(id)).toMatchObject({ status, stuck_since: stuckAt });

      app.clock.set(later(stuckAt, patienceMs - 1));
      await failStalled(app.runtime);
      expect(await rowOf(id)).toMatchObject({ status });

      const givenUpAt = later(stuckAt, patienceMs);
      app.clock.set(givenUpAt);
      expect(await failStalled(app.runtime)).toBe(1);
      expect(await rowOf(id)).toMatchObject({
        status: 'FAILED',
        failure_source: 'SERVER',
        failure_code: `STALLED_${status}`,
        finished_at: givenUpAt,
        possibly_bricked: PAST_RETURN.includes(status),
      });
      expect(
        (await eventsOf(id)).map(({ source, outcome, from_status, to_status }) => [
          source,
          outcome,
          from_status,
          to_status,
        ]),
      ).toEqual([
        ['SERVER', 'STUCK', status, status],
        ['SERVER', 'STALLED', status, 'FAILED'],
      ]);
    },
  );

  it('an installation without reports is failed after 24 hours more before INSTALLING, and after 6 from INSTALLING on', () => {
    expect(
      STALL_TIMERS.map(({ status, silenceMs, patienceMs }) => [status, silenceMs / MINUTE_MS, patienceMs / HOUR_MS]),
    ).toEqual([
      ['QUEUED', 24 * 60, 24],
      ['DOWNLOADING', 120, 24],
      ['VERIFYING', 15, 24],
      ['TRANSFERRING', 60, 24],
      ['INSTALLING', 30, 6],
      ['REBOOTING', 15, 6],
      ['VALIDATING', 20, 6],
    ]);
  });

  it('an installation without reports is marked stuck and failed in one run if the job had not run for long', async () => {
    const { id, startedAt } = await installationAt('DOWNLOADING');
    app.clock.set(later(startedAt, 30 * HOUR_MS));
    expect(await failStalled(app.runtime)).toBe(2);
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED', stuck_since: later(startedAt, 2 * HOUR_MS) });
  });

  it.each(PAST_RETURN)(
    'an installation without reports in %s is given six hours after the service was down, in which nobody heard it',
    async (status) => {
      const { id, startedAt } = await installationAt(status);
      const upAgain = later(startedAt, 30 * HOUR_MS);
      app.clock.set(upAgain);
      expect(await failStalled(app.runtime)).toBe(1);
      expect(await rowOf(id)).toMatchObject({ status, stuck_since: upAgain });
      app.clock.set(later(upAgain, 6 * HOUR_MS));
      expect(await failStalled(app.runtime)).toBe(1);
      expect(await rowOf(id)).toMatchObject({ status: 'FAILED', possibly_bricked: true });
    },
  );

  it('an installation without reports that was failed can be retried later', async () => {
    const { device, release, startedAt } = await installationAt('DOWNLOADING');
    app.clock.set(later(startedAt, 30 * HOUR_MS));
    await failStalled(app.runtime);
    expect(await answerFor(app, device)).toBe('RETRY_LATER');
    app.clock.advance(20 * MINUTE_MS);
    expect(await answerFor(app, device)).toBe(release.id);
  });

  it('an installation without reports is not possibly bricked if its device sent a heartbeat since', async () => {
    const { id, device, startedAt } = await installationAt('REBOOTING');
    await addPresence(app, device.id, { lastSeenAt: later(startedAt, MINUTE_MS) });
    app.clock.set(later(startedAt, HOUR_MS));
    await failStalled(app.runtime);
    app.clock.set(later(startedAt, 7 * HOUR_MS));
    await failStalled(app.runtime);
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED', possibly_bricked: false });
  });

  it('an installation without reports is possibly bricked if its device was last seen when it reported', async () => {
    const { id, device, startedAt } = await installationAt('REBOOTING');
    await addPresence(app, device.id, { lastSeenAt: startedAt });
    app.clock.set(later(startedAt, HOUR_MS));
    await failStalled(app.runtime);
    app.clock.set(later(startedAt, 7 * HOUR_MS));
    await failStalled(app.runtime);
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED', possibly_bricked: true });
  });

  it('an installation without reports is found by staff while it is stuck, and when its device is possibly bricked', async () => {
    const { id, device, release, startedAt } = await installationAt('REBOOTING');
    await addPresence(app, device.id, { lastSeenAt: startedAt });
    const staff = await app.as('FIRMWARE_MANAGER');
    const found = async (condition: string) =>
      (
        await staff.gql(
          `query ($release: ID!) { installations(filter: { releaseId: { eq: $release }, ${condition} }) { nodes { id } } }`,
          { release: release.id },
        )
      ).body.data.installations.nodes;
    expect(await found('stuckSince: { isNull: true }')).toEqual([{ id }]);
    app.clock.set(later(startedAt, HOUR_MS));
    await failStalled(app.runtime);
    expect(await found('stuckSince: { isNull: false }, possiblyBricked: { eq: false }')).toEqual([{ id }]);
    app.clock.set(later(startedAt, 7 * HOUR_MS));
    await failStalled(app.runtime);
    expect(await found('possiblyBricked: { eq: true }')).toEqual([{ id }]);
    expect(await found('possiblyBricked: { eq: false }')).toEqual([]);
  });

  it('an installation without reports is ignored if it was withdrawn or is terminal', async () => {
    const { id: closed, startedAt } = await installationAt('QUEUED', { closedReason: 'SUPERSEDED' });
    const { id: ended } = await installationAt('SUCCESS');
    app.clock.set(later(startedAt, 1_000 * HOUR_MS));
    await failStalled(app.runtime);
    for (const id of [closed, ended]) expect(await eventsOf(id)).toEqual([]);
  });

  it('an installation without reports is shown as silent if it was only offered, and never fails', async () => {
    const { id, startedAt } = await installationAt('AVAILABLE');
    app.clock.set(later(startedAt, 24 * HOUR_MS - 1));
    await failStalled(app.runtime);
    expect(await rowOf(id)).toMatchObject({ silent: false, stuck_since: null });
    app.clock.set(later(startedAt, 24 * HOUR_MS));
    await failStalled(app.runtime);
    app.clock.set(later(startedAt, 1_000 * HOUR_MS));
    await failStalled(app.runtime);
    expect(await rowOf(id)).toMatchObject({ status: 'AVAILABLE', closed_reason: null, silent: true });
    expect((await eventsOf(id)).map(({ outcome }) => outcome)).toEqual(['STUCK']);
  });

  it('an installation without reports pauses a rollout that may brick devices', async () => {
    revisions += 1;
    const hardwareRevision = `rev-stall-${revisions}`;
    const release = await makeRelease(app, { hardwareRevision });
    for (let n = 0; n < 3; n += 1) {
      await makeInstallation(app, await makeDevice(app, { status: 'ACTIVE', hardwareRevision }), release, {
        status: 'REBOOTING',
      });
    }
    app.clock.advance(HOUR_MS);
    await failStalled(app.runtime);
    app.clock.advance(6 * HOUR_MS);
    await failStalled(app.runtime);
    expect(await app.sql('select lifecycle, pause_reason from release where id = $1', [release.id])).toEqual([
      { lifecycle: 'PAUSED', pause_reason: '3 devices fell back or may be bricked' },
    ]);
  });

  it('an installation without reports that cannot be updated does not prevent the update of others', async () => {
    const [held, free] = [await installationAt('VERIFYING'), await installationAt('VERIFYING')];
    app.clock.advance(HOUR_MS);
    await app.sql(
      `alter table installation add constraint "never_stuck" check (id <> '${held.id}' or stuck_since is null)`,
    );
    try {
      expect(await failStalled(app.runtime)).toBe(1);
      expect(await rowOf(free.id)).toMatchObject({ stuck_since: expect.any(Date) });
      expect(app.logs).toContainEqual(expect.objectContaining({ installationId: held.id }));
    } finally {
      await app.sql('alter table installation drop constraint "never_stuck"');
    }
  });
});
