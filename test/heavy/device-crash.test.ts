import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../src/persistence/migrate.ts';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import { HEARTBEAT, signedHeartbeat } from '../heartbeats/signed-heartbeats.ts';
import { report } from '../installations/support.ts';
import type { Sql } from '../support/app.ts';
import { type Client, type Reply, wireTo } from '../support/callers.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { type MadeInstallation, makeInstallation } from '../support/factories/installation.ts';
import { makeRelease } from '../support/factories/release.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/postgres.ts';
import { repetitions } from '../support/repetitions.ts';
import { temporaryFolder } from '../support/run.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ROUNDS = repetitions({ quick: 0, heavy: 1, rare: 5 });
const WRITERS = 32;
/** Of each writer, which takes turns with them: none comes to its limit. */
const DEVICES = 8;
const PAUSE_MS = 20;
const PAUSE_AFTER_503_MS = 200;

interface Installing extends MadeDevice {
  readonly installation: MadeInstallation;
}

let postgres: OwnPostgres;
let pool: pg.Pool;
let dataDir: string;
let devices: Installing[];
let service: Service;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  await migrate(postgres.url);
  pool = openPool();
  dataDir = temporaryFolder('crash');
  const keys = loadKeys({ kind: 'folder', path: join(dataDir, 'keys') });
  const sql: Sql = async (text, values = []) => (await pool.query(text, [...values])).rows;
  const house = { sql, clock: { now: () => new Date(), advance() {}, set() {} }, runtime: { keys } };
  devices = [];
  const release = await makeRelease(house as never);
  for (let made = 0; made < WRITERS * DEVICES; made++) {
    const device = await makeDevice(house as never, { status: 'CLAIMED' });
    devices.push({ ...device, installation: await makeInstallation(house as never, device, release) });
  }
  service = await start();
});
afterAll(async () => {
  await service.kill9();
  await pool.end();
  await postgres.stop();
});

function openPool(): pg.Pool {
  const opened = new pg.Pool({ connectionString: postgres.url, max: 2 });
  opened.on('error', () => undefined);
  return opened;
}

function start(): Promise<Service> {
  return startService({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
}

interface Acknowledged {
  readonly what: 'heartbeat' | 'report';
  readonly deviceId: string;
  readonly timestamp: number;
}

interface Load {
  readonly acknowledged: Acknowledged[];
  /** How often each status came; 0 = no answer. */
  readonly statuses: Map<number, number>;
  stop(): Promise<void>;
}

const lastTimestamps = new Map<string, number>();

/** Every writer sends one message after the other, each when the last one was answered: a heartbeat, then a report. */
function startLoad(): Load {
  const acknowledged: Acknowledged[] = [];
  const statuses = new Map<number, number>();
  let going = true;
  const { url } = service;
  const wire = wireTo(url);
  const client = wire.client();
  const writers = Array.from({ length: WRITERS }, async (_, index) => {
    for (let turn = 0; going; turn++) {
      const device = devices[index * DEVICES + (turn % DEVICES)];
      if (!device) throw new Error('There are too few devices.');
      const timestamp = Math.max(Date.now(), (lastTimestamps.get(device.id) ?? 0) + 1);
      lastTimestamps.set(device.id, timestamp);
      const what = Math.floor(turn / DEVICES) % 2 === 0 ? 'heartbeat' : 'report';
      const status = await (what === 'heartbeat' ? beat : tell)(client, device, timestamp).then(
        (reply) => reply.status,
        () => 0,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 201) acknowledged.push({ what, deviceId: device.id, timestamp });
      // A long outage must not use up the limits of the devices.
      await sleep(status === 503 ? PAUSE_AFTER_503_MS : PAUSE_MS);
    }
  });
  return {
    acknowledged,
    statuses,
    async stop() {
      going = false;
      await Promise.all(writers);
      wire.close();
    },
  };
}

function beat(client: Client, device: Installing, timestamp: number): Promise<Reply> {
  const { body, headers } = signedHeartbeat(new Date(), device, { timestamp });
  return client.rest('POST', HEARTBEAT, body, headers);
}

function tell(client: Client, device: Installing, timestamp: number): Promise<Reply> {
  const { id: installationId, releaseId } = device.installation;
  const clock = { now: () => new Date() };
  return report({ ...client, clock } as never, device, { releaseId, installationId, status: 'DOWNLOADING' }, timestamp);
}

/** The acknowledged heartbeats and reports that are not in their tables. */
async function lost(acknowledged: readonly Acknowledged[]): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as lost from unnest($1::text[], $2::uuid[], $3::bigint[]) as a (what, device_id, timestamp_ms)
      where case what
        when 'heartbeat' then not exists (
          select from heartbeat h where h.device_id = a.device_id and h.timestamp_ms = a.timestamp_ms)
        else not exists (
          select from installation_event e join installation i on i.id = e.installation_id
           where i.device_id = a.device_id and e.signed_ms = a.timestamp_ms) end`,
    [
      acknowledged.map(({ what }) => what),
      acknowledged.map(({ deviceId }) => deviceId),
      acknowledged.map(({ timestamp }) => timestamp),
    ],
  );
  return rows[0].lost;
}

/** The devices whose presence is older than their last acknowledged heartbeat. */
async function behind(acknowledged: readonly Acknowledged[]): Promise<number> {
  const newest = new Map<string, number>();
  for (const { what, deviceId, timestamp } of acknowledged) if (what === 'heartbeat') newest.set(deviceId, timestamp);
  const { rows } = await pool.query(
    `select count(*)::int as behind from unnest($1::uuid[], $2::bigint[]) as a (device_id, timestamp_ms)
      where not exists (select from device_presence p
                         where p.device_id = a.device_id and p.last_timestamp_ms >= a.timestamp_ms)`,
    [[...newest.keys()], [...newest.values()]],
  );
  return rows[0].behind;
}

describe('an acknowledged heartbeat or report', () => {
  it(`an acknowledged heartbeat or report survives kill -9 of the service under load, ${ROUNDS} times`, async () => {
    const all: Acknowledged[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const load = startLoad();
      await until(() => load.acknowledged.filter(({ what }) => what === 'report').length > WRITERS);
      await sleep(Math.random() * 500);
      await service.kill9();
      await load.stop();
      all.push(...load.acknowledged);
      service = await start();
    }
    expect(all.length).toBeGreaterThan(ROUNDS * WRITERS);
    expect([await lost(all), await behind(all)]).toEqual([0, 0]);
  });

  it(`an acknowledged heartbeat or report survives kill -9 of PostgreSQL under load, ${ROUNDS} times; the service recovers by itself`, async () => {
    const all: Acknowledged[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const load = startLoad();
      await until(() => load.acknowledged.filter(({ what }) => what === 'report').length > WRITERS);
      await sleep(Math.random() * 500);
      await postgres.kill9();
      await until(() => (load.statuses.get(503) ?? 0) > WRITERS);
      const before = load.acknowledged.length;
      await postgres.restart();
      await until(() => load.acknowledged.length > before + WRITERS);
      await load.stop();
      expect([...load.statuses.keys()].sort()).toEqual([201, 503]);
      all.push(...load.acknowledged);
    }
    expect([await lost(all), await behind(all)]).toEqual([0, 0]);
    expect(service.exitCode).toBeNull();
  });

  it('an acknowledged heartbeat or report fails quickly while PostgreSQL hangs, and succeeds again afterwards', async () => {
    const load = startLoad();
    await until(() => load.acknowledged.filter(({ what }) => what === 'report').length > WRITERS);
    postgres.pause();
    const from = Date.now();
    await until(() => (load.statuses.get(503) ?? 0) >= WRITERS);
    expect(Date.now() - from).toBeLessThan(60_000);
    postgres.resume();
    const before = load.acknowledged.length;
    await until(() => load.acknowledged.length > before + WRITERS);
    await load.stop();
    expect([await lost(load.acknowledged), await behind(load.acknowledged)]).toEqual([0, 0]);
  });
});
