import pg from 'pg';
import { indexPastHeartbeats, keepHeartbeatPartitions } from '../../src/persistence/devices/heartbeat-partitions.ts';
import { startTestApp, type TestApp, testClock } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { contractRoles, dataOf, errorOf, pagesOf, rolesThatMay } from '../support/graphql-reads.ts';
import { rowsReadBy, statementsOf } from '../support/statements.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');

let app: TestApp;
let viewer: Caller;
let device: { readonly id: string; readonly serial: string };

beforeAll(async () => {
  app = await startTestApp({ clock: testClock(NOW) });
  viewer = await app.as('VIEWER');
  device = await makeDevice(app);
  const other = await makeDevice(app);
  // Numbered by their uptime: the last minutes of two devices, an hour ago, and a day ago.
  const times = ['-30 hours', '-61 minutes', '-1 hour', '-2 minutes', '-1 minute', '0 minutes'];
  for (const [n, ago] of times.entries()) {
    for (const id of [device.id, other.id]) await receive(id, ago, n + 1);
  }
});
afterAll(() => app.stop());

async function receive(id: string, ago: string, uptime: number): Promise<void> {
  await app.sql(
    `insert into heartbeat (device_id, received_at, timestamp_ms, firmware_version, app_version, uptime, wifi_rssi, temperature, status)
     values ($1, $2::timestamptz + $3::interval, 1000 + $4::int, '1.0.' || $4::int, '2.0.0', $4, -50 - $4::int, 20.5,
             case when $4::int % 2 = 0 then 'healthy' else 'hot' end)`,
    [id, NOW, ago, uptime],
  );
}

const found = async (args = '') =>
  (
    await dataOf(viewer, `query ($id: ID!) { heartbeats(deviceId: $id${args}) { nodes { uptime } } }`, {
      id: device.id,
    })
  ).heartbeats.nodes
    .map(({ uptime }: Json) => uptime)
    .join('');

describe('listHeartbeats: the history of a device', () => {
  it('the history of a device is that of the last hour, newest first, with its device, in a bounded number of statements', async () => {
    const read = () =>
      dataOf(
        viewer,
        `query ($id: ID!) { heartbeats(deviceId: $id) { totalCount nodes {
           deviceId receivedAt signedMs firmwareVersion firmwareBuildNumber otaSlot appVersion uptime wifiRssi freeHeap
           temperature status device { serial } } } }`,
        { id: device.id },
      );
    const { heartbeats } = await read();
    expect(heartbeats.totalCount).toBe(4);
    expect(heartbeats.nodes.map(({ uptime }: Json) => uptime)).toEqual([6, 5, 4, 3]);
    expect(heartbeats.nodes[0]).toEqual({
      deviceId: device.id,
      receivedAt: NOW.toISOString(),
      signedMs: 1006,
      firmwareVersion: '1.0.6',
      firmwareBuildNumber: null,
      otaSlot: null,
      appVersion: '2.0.0',
      uptime: 6,
      wifiRssi: -56,
      freeHeap: null,
      temperature: 20.5,
      status: 'healthy',
      device: { serial: device.serial },
    });
    // The session, the page, the total and the device.
    expect(await statementsOf(read)).toBeLessThanOrEqual(4);
  });

  it.each([
    ['', '6543'],
    [', first: 2', '65'],
    [', last: 1', '3'],
    [', last: 3', '543'],
    [', from: "2026-11-21T08:00:00Z"', '65432'],
    [', to: "2026-11-21T10:00:00Z"', '543'],
    [', from: "2026-11-20T10:00:00Z", to: "2026-11-21T10:00:00Z"', '5432'],
    [', from: "2026-11-20", to: "2026-11-20"', '1'],
    [', sort: [{ field: RECEIVED_AT, direction: ASC }]', '3456'],
    [', filter: { status: { eq: "hot" } }', '53'],
    [', filter: { wifiRssi: { lt: -54 }, firmwareVersion: { in: ["1.0.5", "1.0.6", "1.0.3"] } }', '65'],
    [', from: "2027-01-01", to: "2027-01-01"', ''],
  ])('the history of heartbeats(deviceId%s) is %s', async (args, expected) => {
    expect(await found(args)).toBe(expected);
  });

  it('the history of an unknown device is empty', async () => {
    const { heartbeats } = await dataOf(viewer, `{ heartbeats(deviceId: "${viewer.admin.id}") { nodes { id } } }`);
    expect(heartbeats.nodes).toEqual([]);
  });

  it('the history of a device is continued after a cursor, each heartbeat once, also of one millisecond', async () => {
    const twin = await makeDevice(app);
    for (let uptime = 1; uptime <= 5; uptime += 1) await receive(twin.id, '-1 minute', uptime);
    const page = `query ($after: String) { heartbeats(deviceId: "${twin.id}", first: 2, after: $after) {
      nodes { id uptime } pageInfo { hasNextPage endCursor } } }`;
    const nodes = (await pagesOf(viewer, 'heartbeats', page)).flat();
    expect(nodes.map(({ uptime }) => uptime).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(5);
  });

  it.each([
    [', from: "2026-11-21T11:00:00Z"', 'INVALID_RANGE', 'from'],
    [', from: "2026-11-20T09:59:59.999Z", to: "2026-11-21T10:00:00Z"', 'INVALID_RANGE', 'from'],
    [', from: "2026-11-19", to: "2026-11-20"', 'INVALID_RANGE', 'from'],
    [', from: "yesterday"', 'VALIDATION_FAILED', 'from'],
    [', first: 0', 'VALIDATION_FAILED', 'first'],
    [', first: 101', 'VALIDATION_FAILED', 'first'],
    [', last: 101', 'VALIDATION_FAILED', 'last'],
    [', first: 1, last: 1', 'VALIDATION_FAILED', 'last'],
    [', before: "nonsense"', 'VALIDATION_FAILED', 'before'],
    [', after: "nonsense"', 'VALIDATION_FAILED', 'after'],
  ])('the history of a device is refused for heartbeats(deviceId%s) with 400 %s', async (args, code, field) => {
    expect(await errorOf(viewer, `{ heartbeats(deviceId: "${device.id}"${args}) { nodes { id } } }`)).toEqual([
      400,
      code,
      field,
    ]);
  });

  it('the history of a device needs a device, by its id', async () => {
    expect((await errorOf(viewer, '{ heartbeats { nodes { id } } }'))[0]).toBe(400);
    expect(await errorOf(viewer, '{ heartbeats(deviceId: "x") { nodes { id } } }')).toEqual([
      400,
      'VALIDATION_FAILED',
      'deviceId',
    ]);
  });

  it('the history of a device is for the roles that may read a device', async () => {
    expect(await rolesThatMay(app, `{ heartbeats(deviceId: "${device.id}") { nodes { id } } }`)).toEqual(
      contractRoles('getDevice'),
    );
  });

  it('the history of a device is read by an index of the device on a past day, and by that of time on the present one', async () => {
    const pool = new pg.Pool({ connectionString: app.database.url, max: 2 });
    await keepHeartbeatPartitions(pool, new Date('2026-11-19T10:00:00Z'), 30);
    // 50 devices, once in 20 seconds, in the order of time.
    await app.sql(
      `insert into heartbeat (device_id, received_at, timestamp_ms, firmware_version, app_version, uptime, status)
       select md5('device-' || d)::uuid, day + n * interval '20 seconds', 1, '1.0.0', '1', n, 'healthy'
         from unnest(array['2026-11-19', '2026-11-21']::timestamptz[]) as day, generate_series(0, 1799) n, generate_series(1, 50) d
        order by day, n`,
    );
    expect(await indexPastHeartbeats(pool, NOW)).toBe('heartbeat_20261120');
    expect(await indexPastHeartbeats(pool, NOW)).toBe('heartbeat_20261119');
    await pool.query('vacuum analyze heartbeat');
    await pool.end();
    const [{ id }] = await app.sql(`select md5('device-1')::uuid as id`);
    const read = (range: string) => () =>
      dataOf(viewer, `{ heartbeats(deviceId: "${id}", ${range}, first: 20) { nodes { uptime } } }`);
    expect(await rowsReadBy(app.sql, read('from: "2026-11-19T01:00:00Z", to: "2026-11-19T09:00:00Z"'))).toBeLessThan(
      100,
    );
    // An hour of all devices is 9,000 of 90,000 rows, in four of the eight blocks that the index tells apart.
    const today = await rowsReadBy(app.sql, read('from: "2026-11-21T05:00:00Z", to: "2026-11-21T06:00:00Z"'));
    expect(today).toBeLessThan(60_000);
  });
});
