import { cleanTestApp, type TestApp } from '../support/app.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import {
  type InstallationOverrides,
  type MadeInstallation,
  makeInstallation,
} from '../support/factories/installation.ts';
import { type MadeRelease, makeRelease } from '../support/factories/release.ts';
import { eventsOf, heartbeat, miscounted, report, rowOf, type Seen } from './support.ts';

const MINUTE_MS = 60_000;
const OLD = '1.0.0';
const NEW = '2.0.0';

let app: TestApp;
let release: MadeRelease;
beforeAll(async () => {
  app = await cleanTestApp();
  release = await makeRelease(app, { version: NEW, securityVersion: 3 });
});
afterAll(async () => {
  expect(await miscounted(app)).toEqual([]);
  await app.stop();
});

interface Place {
  readonly device: MadeDevice;
  readonly installation: MadeInstallation;
}

/** A device in the middle of its update from 1.0.0 to 2.0.0. */
async function place(overrides: InstallationOverrides, of: MadeRelease = release): Promise<Place> {
  const device = await makeDevice(app, { status: 'ACTIVE' });
  const installation = await makeInstallation(app, device, of, { fromVersion: OLD, ...overrides });
  return { device, installation };
}

/** A heartbeat some minutes later. */
async function later(minutes: number, { device }: Place, seen: Seen): Promise<void> {
  app.clock.advance(minutes * MINUTE_MS);
  const reply = await heartbeat(app, device, seen);
  expect(reply.status).toBe(201);
}

const watched = async ({ device }: Place) =>
  (
    await app.sql('select watched_installation_id, confirmed_security_version from device where id = $1', [device.id])
  )[0];
const standing = async ({ installation }: Place) => {
  const { status, verification, evidence, failure_source } = await rowOf(app, installation.id);
  return [status, verification, evidence, failure_source];
};

describe('an update whose last report was lost', () => {
  it.each(['INSTALLING', 'REBOOTING', 'VALIDATING'] as const)(
    'an update whose last report was lost is confirmed by heartbeats, from %s',
    async (status) => {
      const at = await place({ status });
      await later(1, at, { firmwareVersion: NEW, firmwareBuildNumber: release.buildNumber, uptime: 30 });
      expect(await standing(at)).toEqual(['VALIDATING', null, null, null]);
      await later(9.9, at, { firmwareVersion: NEW, firmwareBuildNumber: release.buildNumber, uptime: 630 });
      expect(await standing(at)).toEqual(['VALIDATING', null, null, null]);
      await later(0.1, at, { firmwareVersion: NEW, uptime: 640 });
      expect(await standing(at)).toEqual(['SUCCESS', 'CONFIRMED', 'HEARTBEAT', null]);
      expect(await watched(at)).toEqual({ watched_installation_id: null, confirmed_security_version: 3 });
      const events = await eventsOf(app, at.installation.id);
      expect(events.map(({ source, outcome }) => `${source} ${outcome}`).at(-1)).toBe('HEARTBEAT SUCCESS_INFERRED');
    },
  );

  it('an update whose last report was lost is not confirmed by a single heartbeat, however late', async () => {
    const at = await place({ status: 'VALIDATING' });
    await later(60, at, { firmwareVersion: NEW, uptime: 30 });
    expect(await standing(at)).toEqual(['VALIDATING', null, null, null]);
  });

  it('an update whose last report was lost is not confirmed by a build number alone, which is not signed', async () => {
    const same = await makeRelease(app, { version: OLD });
    const at = await place({ status: 'VALIDATING' }, same);
    for (let n = 0; n < 3; n += 1) await later(11, at, { firmwareVersion: OLD, firmwareBuildNumber: same.buildNumber });
    expect(await standing(at)).toEqual(['VALIDATING', null, null, null]);
  });

  it('an update whose last report was lost is not confirmed by another build of the same version', async () => {
    const at = await place({ status: 'VALIDATING' });
    for (let n = 0; n < 3; n += 1) await later(11, at, { firmwareVersion: NEW, firmwareBuildNumber: 1 });
    expect(await standing(at)).toEqual(['VALIDATING', null, null, null]);
  });

  it('an update whose last report was lost is confirmed though it had only reported DOWNLOADING', async () => {
    const at = await place({ status: 'DOWNLOADING' });
    await later(11, at, { firmwareVersion: NEW });
    expect(await standing(at)).toEqual(['VALIDATING', null, null, null]);
    await later(11, at, { firmwareVersion: NEW });
    expect(await standing(at)).toEqual(['SUCCESS', 'CONFIRMED', 'HEARTBEAT', null]);
  });

  it('an update whose last report was lost is confirmed although it had been failed as stalled', async () => {
    const at = await place({
      status: 'FAILED',
      failureSource: 'SERVER',
      failureCode: 'STALLED_REBOOTING',
      watched: true,
    });
    await later(1, at, { firmwareVersion: NEW });
    await later(11, at, { firmwareVersion: NEW });
    expect(await standing(at)).toEqual(['SUCCESS', 'CONFIRMED', 'HEARTBEAT', null]);
  });
});

describe('an unreported rollback', () => {
  it.each(['INSTALLING', 'REBOOTING', 'VALIDATING'] as const)(
    'an unreported rollback is inferred from a heartbeat, from %s',
    async (status) => {
      const at = await place({ status });
      await later(5, at, { firmwareVersion: OLD, uptime: 60 });
      expect(await standing(at)).toEqual(['ROLLED_BACK', null, null, 'SERVER']);
      expect((await watched(at)).watched_installation_id).toBeNull();
    },
  );

  it('an unreported rollback is not inferred if the device has not restarted since its last report', async () => {
    const at = await place({ status: 'REBOOTING' });
    await later(5, at, { firmwareVersion: OLD, uptime: 301 });
    expect(await standing(at)).toEqual(['REBOOTING', null, null, null]);
  });

  it('an unreported rollback is not inferred from a heartbeat that was signed before the last report', async () => {
    const at = await place({ status: 'REBOOTING' });
    const { device } = at;
    await heartbeat(app, device, { firmwareVersion: OLD, uptime: 1 }, app.clock.now().getTime() - 1_000);
    expect(await standing(at)).toEqual(['REBOOTING', null, null, null]);
  });

  it('an unreported rollback is withdrawn if the device reports that it continues', async () => {
    const at = await place({ status: 'INSTALLING' });
    await later(5, at, { firmwareVersion: OLD, uptime: 60 });
    app.clock.advance(1_000);
    const { id, releaseId } = at.installation;
    const reply = await report(app, at.device, { releaseId, installationId: id, status: 'DOWNLOADING' });
    expect(reply.body).toMatchObject({ status: 'DOWNLOADING', applied: true, directive: 'CONTINUE' });
    expect(await standing(at)).toEqual(['DOWNLOADING', null, null, null]);
  });
});

describe('a reported success', () => {
  it('a reported success is confirmed by the next heartbeat', async () => {
    const at = await place({ status: 'SUCCESS' });
    await later(1, at, { firmwareVersion: NEW, firmwareBuildNumber: release.buildNumber });
    expect(await standing(at)).toEqual(['SUCCESS', 'CONFIRMED', 'HEARTBEAT', null]);
    expect(await watched(at)).toEqual({ watched_installation_id: null, confirmed_security_version: 3 });
  });

  it('a reported success is contradicted by a heartbeat with the previous version', async () => {
    const at = await place({ status: 'SUCCESS' });
    await later(1, at, { firmwareVersion: OLD, uptime: 3600 });
    expect(await standing(at)).toEqual(['ROLLED_BACK', 'CONTRADICTED', null, 'SERVER']);
  });

  it('a reported success stays UNVERIFIED after a heartbeat with a third version', async () => {
    const at = await place({ status: 'SUCCESS' });
    await later(1, at, { firmwareVersion: '1.5.0' });
    expect(await standing(at)).toEqual(['SUCCESS', 'UNVERIFIED', null, null]);
    expect((await watched(at)).watched_installation_id).toBe(at.installation.id);
  });

  it('a reported success is confirmed immediately if an earlier heartbeat had the new version', async () => {
    const at = await place({ status: 'VALIDATING' });
    await later(1, at, { firmwareVersion: NEW, uptime: 20 });
    app.clock.advance(1_000);
    const { id, releaseId } = at.installation;
    const reply = await report(app, at.device, { releaseId, installationId: id, status: 'SUCCESS' });
    expect(reply.status).toBe(201);
    expect(await standing(at)).toEqual(['SUCCESS', 'CONFIRMED', 'HEARTBEAT', null]);
  });
});

it('an installation that an operator interrupted becomes SUCCESS if the device had finished it', async () => {
  const at = await place({ status: 'FAILED', failureSource: 'OPERATOR', failureCode: 'USER_CANCELLED_BY_OPERATOR' });
  app.clock.advance(1_000);
  const { id, releaseId } = at.installation;
  const said = await report(app, at.device, { releaseId, installationId: id, status: 'SUCCESS' });
  expect([said.status, said.body.error.code]).toEqual([409, 'INSTALLATION_INTERRUPTED']);
  expect((await watched(at)).watched_installation_id).toBe(id);
  await later(1, at, { firmwareVersion: NEW });
  expect(await standing(at)).toEqual(['SUCCESS', 'CONFIRMED', 'HEARTBEAT', null]);
  expect((await eventsOf(app, id)).at(-1).outcome).toBe('CANCEL_LOST_RACE');
});

it('a device that loses its power before the new slot is selected, and then has a clock that is less ahead, goes on', async () => {
  const at = await place({ status: 'VERIFYING' });
  const { id, releaseId } = at.installation;
  const said = (status: 'INSTALLING' | 'DOWNLOADING', aheadMs: number) =>
    report(app, at.device, { releaseId, installationId: id, status }, app.clock.now().getTime() + aheadMs);
  app.clock.advance(MINUTE_MS);
  await said('INSTALLING', 3 * MINUTE_MS);
  app.clock.advance(MINUTE_MS / 2);
  expect((await said('DOWNLOADING', 0)).body).toMatchObject({ status: 'DOWNLOADING', applied: true });
  await later(0, at, { firmwareVersion: OLD, uptime: 5 });
  expect(await standing(at)).toEqual(['DOWNLOADING', null, null, null]);
});

it('a heartbeat succeeds even if its effect on the installation cannot be stored', async () => {
  const at = await place({ status: 'SUCCESS' });
  await app.sql(
    `create function refuse_update() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
  );
  await app.sql(
    'create trigger refuse_update before update on installation for each row execute function refuse_update()',
  );
  try {
    await later(1, at, { firmwareVersion: NEW });
  } finally {
    await app.sql('drop trigger refuse_update on installation');
  }
  expect(await standing(at)).toEqual(['SUCCESS', 'UNVERIFIED', null, null]);
  await later(1, at, { firmwareVersion: NEW });
  expect(await standing(at)).toEqual(['SUCCESS', 'CONFIRMED', 'HEARTBEAT', null]);
});

it('a heartbeat that changes nothing takes no lock on the installation', async () => {
  const at = await place({ status: 'REBOOTING' });
  const before = (await rowOf(app, at.installation.id)).revision;
  await later(1, at, { firmwareVersion: OLD, uptime: 600 });
  expect((await rowOf(app, at.installation.id)).revision).toBe(before);
  expect((await watched(at)).watched_installation_id).toBe(at.installation.id);
});

it('a terminal installation is no longer watched', async () => {
  const at = await place({ status: 'ROLLED_BACK', failureSource: 'DEVICE', watched: true });
  await later(1, at, { firmwareVersion: OLD });
  expect((await watched(at)).watched_installation_id).toBeNull();
});
