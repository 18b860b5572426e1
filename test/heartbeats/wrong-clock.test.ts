import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { scheduledJobs } from '../../src/domain/jobs/index.ts';
import { presenceWatch } from '../../src/persistence/devices/presence-changes.ts';
import { stored } from '../storage/storage-suite.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { insertSession } from '../support/factories/admin.ts';
import { addPresence, type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makeRelease } from '../support/factories/release.ts';
import { beat } from './signed-heartbeats.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
let pool: pg.Pool;
let admin: Caller;
let device: MadeDevice;
let now: Date;
beforeEach(async () => {
  app = await cleanTestApp();
  pool = new pg.Pool({ connectionString: app.database.url, max: 4 });
  pool.on('error', () => undefined);
  admin = await app.as('SUPER_ADMIN');
  now = app.clock.now();
  device = await makeDevice(app, { status: 'ACTIVE' });
});
afterEach(async () => {
  await pool.end();
  await app.stop();
});

const run = (name: string) =>
  scheduledJobs(app.runtime, pool)
    .find((each) => each.name === name)
    ?.run();
const lastSeen = async (): Promise<Date> =>
  (await app.sql('select last_seen_at from device_presence where device_id = $1', [device.id]))[0].last_seen_at;

/** A heartbeat while the clock is ahead; then the clock is right again. */
async function beatAhead(milliseconds: number): Promise<void> {
  app.clock.set(new Date(now.getTime() + milliseconds));
  expect((await beat(app, device)).status).toBe(201);
  app.clock.set(now);
}

/** How many devices are online, by everything that says so. */
async function online(): Promise<Json> {
  const { body } = await admin.gql(
    `query ($id: ID!) {
      device(id: $id) { presence { online } }
      devices(filter: { online: { eq: true } }) { totalCount nodes { id } }
      overview { devices { online } }
      operationsAnalytics { devices { online offline } }
      deviceMetrics(query: { metrics: [ONLINE, OFFLINE] }) { rows { metrics } }
    }`,
    { id: device.id },
  );
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  const { data } = body;
  const rest = await admin.rest('GET', `/v1/admin/devices/${device.id}`);
  return {
    device: data.device.presence.online,
    rest: rest.body.presence.online,
    list: [data.devices.totalCount, data.devices.nodes.length],
    overview: data.overview.devices.online,
    operations: data.operationsAnalytics.devices,
    metrics: data.deviceMetrics.rows[0].metrics,
  };
}

const ONLINE = {
  device: true,
  rest: true,
  list: [1, 1],
  overview: 1,
  operations: { online: 1, offline: 0 },
  metrics: [1, 0],
};
const OFFLINE = {
  device: false,
  rest: false,
  list: [0, 0],
  overview: 0,
  operations: { online: 0, offline: 1 },
  metrics: [0, 1],
};

describe('a device whose last heartbeat came while the clock was a day ahead', () => {
  it('is not online once the clock is right again, and is with its next heartbeat', async () => {
    await beatAhead(0);
    expect(await online()).toEqual(ONLINE);
    await beatAhead(DAY_MS);
    expect(await online()).toEqual(OFFLINE);
    app.clock.set(new Date(now.getTime() + MINUTE_MS));
    expect((await beat(app, device)).status).toBe(201);
    expect(await lastSeen()).toEqual(app.clock.now());
    expect(await online()).toEqual(ONLINE);
  });

  it('is not online a day later either, when it died meanwhile', async () => {
    await beatAhead(DAY_MS);
    expect(await run('correctPresences')).toBe(1);
    expect((await lastSeen()).getTime()).toBeLessThanOrEqual(Date.now());
    expect(await run('correctPresences')).toBe(0);
    app.clock.set(new Date(now.getTime() + DAY_MS));
    admin = await app.as('SUPER_ADMIN');
    expect(await online()).toEqual(OFFLINE);
  });

  it('is left as it is by an instance whose clock is behind, or by a few minutes ahead', async () => {
    await beatAhead(0);
    app.clock.set(new Date(now.getTime() - HOUR_MS));
    expect(await run('correctPresences')).toBe(0);
    expect(await lastSeen()).toEqual(now);
    app.clock.set(now);
    await beatAhead(5 * MINUTE_MS);
    expect(await run('correctPresences')).toBe(0);
    expect(await online()).toEqual(ONLINE);
  });
});

describe('live presence', () => {
  const idsOf = (edges: readonly { readonly id: string; readonly online: boolean }[]) =>
    edges.map(({ id, online }) => [id, online]);

  it('says OFFLINE for a device that another instance heard in the future, and ONLINE when it is heard again', async () => {
    await beatAhead(0);
    const watch = presenceWatch(pool);
    await watch.changes(now);
    await beatAhead(DAY_MS);
    expect(idsOf(await watch.changes(new Date(now.getTime() + 5_000)))).toEqual([[device.id, false]]);
    expect(await watch.changes(new Date(now.getTime() + 10_000))).toEqual([]);
    app.clock.set(new Date(now.getTime() + 12_000));
    await beat(app, device);
    expect(idsOf(await watch.changes(new Date(now.getTime() + 15_000)))).toEqual([[device.id, true]]);
    // One whose heartbeat is committed some seconds after it was received, and none that was there before.
    const [late, known] = [await makeDevice(app), await makeDevice(app)];
    await addPresence(app, late.id, { lastSeenAt: new Date(now.getTime() + 1_000) });
    await addPresence(app, known.id, { lastSeenAt: new Date(now.getTime() - 1_000) });
    expect(idsOf(await watch.changes(new Date(now.getTime() + 20_000)))).toEqual([[late.id, true]]);
  });

  it('says OFFLINE for every device once its own clock is set back', async () => {
    const ahead = (milliseconds: number) => new Date(now.getTime() + DAY_MS + milliseconds);
    const others = await Promise.all([1, 2, 3].map(() => makeDevice(app, { status: 'ACTIVE' })));
    // Some before, some within and some after the seconds in which heartbeats may still commit.
    const seen = [-4 * MINUTE_MS, -MINUTE_MS, -20_000, -1_000];
    for (const [at, { id }] of [device, ...others].entries()) {
      await addPresence(app, id, { lastSeenAt: ahead(seen[at] ?? 0) });
    }
    const watch = presenceWatch(pool);
    await watch.changes(ahead(0));
    const changes = await watch.changes(now);
    expect(
      changes
        .filter((change) => !change.online)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([device, ...others].map(({ id }) => id).sort());
  });
});

describe('a job on an instance whose clock is ahead of the database', () => {
  it('keeps the answers of calls that can be repeated, visits and images, and ends no session and no installation', async () => {
    const orphan = await stored(app.runtime.storage, randomBytes(64));
    await app.sql(
      `insert into idempotency_key (key_hash, fingerprint, created_at, expires_at) values ($1, $1, $2, $3)`,
      [Buffer.alloc(32), now, new Date(now.getTime() + 2 * DAY_MS)],
    );
    const installation = await makeInstallation(app, device, await makeRelease(app), { status: 'DOWNLOADING' });
    await app.sql(
      `insert into preorder_view_event (session_hash, day, locale, created_at) values ($1, $2::timestamptz, 'uz', $2)`,
      [Buffer.alloc(32), now],
    );
    app.clock.set(new Date(now.getTime() + 3 * DAY_MS));
    await run('purgeExpiredKeys');
    await run('purgeExpiredSessions');
    await run('failStalled');
    app.clock.set(new Date(now.getTime() + 200 * DAY_MS));
    await run('purgePreorderViews');
    await run('sweepObjects');
    expect(await app.sql('select status, silent from installation where id = $1', [installation.id])).toEqual([
      { status: 'DOWNLOADING', silent: false },
    ]);
    expect(await app.sql('select from preorder_view_event')).toHaveLength(1);
    expect(await app.runtime.storage.size(orphan)).toBe(64);
    expect(await app.sql('select from idempotency_key')).toHaveLength(1);
    expect(await app.sql('select from admin_session where admin_id = $1', [admin.admin.id])).toHaveLength(1);
  });
});

it('a session of a clock that was ahead ends twelve hours after the clock is right, and nobody is signed out', async () => {
  await insertSession(app.sql, admin.admin.id, new Date(now.getTime() + HOUR_MS));
  const { token } = await insertSession(app.sql, admin.admin.id, new Date(now.getTime() + DAY_MS));
  await run('purgeExpiredSessions');
  const client = app.client({ cookie: `karvon_admin_session=${token}` });
  expect((await client.rest('GET', '/v1/admin/auth/me')).status).toBe(200);
  const [{ latest }] = (await app.sql('select max(expires_at) as latest from admin_session')) as [{ latest: Date }];
  expect(latest.getTime()).toBeLessThanOrEqual(Date.now() + 12 * HOUR_MS);
});
