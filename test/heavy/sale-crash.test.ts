import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../src/persistence/migrate.ts';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import { type CommitProxy, startCommitProxy } from '../preorders/commit-proxy.ts';
import { SALES, saleBody } from '../sales/support.ts';
import type { Sql } from '../support/app.ts';
import { type Json, type Reply, wireTo } from '../support/callers.ts';
import { insertAdmin, insertSession } from '../support/factories/admin.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/postgres.ts';
import { race } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';
import { temporaryFolder } from '../support/run.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ROUNDS = repetitions({ quick: 0, heavy: 1, rare: 5 });
const NUMBER_ROUNDS = repetitions({ quick: 0, heavy: 1, rare: 20 });
const AT_ONCE = 50;
const WRITERS = 16;
const ROLLED_BACK = 'rolled back after the number was drawn';

let postgres: OwnPostgres;
let proxy: CommitProxy;
let pool: pg.Pool;
let dataDir: string;
let services: Service[] = [];
let house: Parameters<typeof makeDevice>[0];

const sql: Sql = async (text, values = []) => (await pool.query(text, [...values])).rows;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  await migrate(postgres.url);
  proxy = await startCommitProxy(postgres.url);
  pool = new pg.Pool({ connectionString: postgres.url, max: 4 });
  pool.on('error', () => undefined);
  dataDir = temporaryFolder('crash');
  const keys = loadKeys({ kind: 'folder', path: join(dataDir, 'keys') });
  house = { sql, clock: { now: () => new Date(), advance() {}, set() {} }, runtime: { keys } } as never;
});
afterEach(() => killServices());
afterAll(async () => {
  await proxy.close();
  await pool.end();
  await postgres.stop();
});

async function start(): Promise<Service> {
  const service = await startService({ DATABASE_URL: proxy.url, DATA_DIR: dataDir });
  services.push(service);
  return service;
}

async function killServices(): Promise<void> {
  const alive = services;
  services = [];
  await Promise.all(alive.map((service) => service.kill9()));
}

/** A new admin who sells, since each has a rate limit of 120 sales a minute. */
async function newSeller(): Promise<string> {
  const { id } = await insertAdmin(sql, new Date(), { role: 'SALES' });
  const { token } = await insertSession(sql, id, new Date());
  return `karvon_admin_session=${token}`;
}

interface Attempt {
  readonly cookie: string;
  readonly key: string;
  readonly body: Json;
  /** Undefined: no answer, so that nobody knows whether it was done. */
  readonly reply: Reply | undefined;
}

/** Sells once; a lost connection is no failure of the test. */
async function attempt(url: string, cookie: string, key: string, body: Json): Promise<Attempt> {
  const wire = wireTo(url);
  const reply = await wire
    .client({ cookie })
    .rest('POST', SALES, body, { 'idempotency-key': key })
    .catch(() => undefined);
  wire.close();
  return { cookie, key, body, reply };
}

async function numbersOf(deviceId: string): Promise<string[]> {
  return (await sql('select number from sale where device_id = $1', [deviceId])).map(({ number }) => number);
}

/** Retries a sale with its key: whatever was answered before is answered again, and the device has one sale. */
async function expectOnce(url: string, { cookie, key, body, reply }: Attempt): Promise<void> {
  const retry = await attempt(url, cookie, key, body);
  expect([retry.reply?.status, retry.reply?.text]).toEqual([201, expect.any(String)]);
  expect(await numbersOf(body.deviceId)).toEqual([retry.reply?.body.number]);
  const [device] = await sql('select status, owner_id from device where id = $1', [body.deviceId]);
  expect(device).toEqual({ status: 'SOLD', owner_id: retry.reply?.body.customer.id });
  if (reply?.status !== 201) return;
  expect(retry.reply?.text).toBe(reply.text);
  expect(retry.reply?.headers['idempotency-replayed']).toBe('true');
}

async function expectNumbersWithoutGap(): Promise<void> {
  const [{ sales, different, highest, counted }] = await sql(
    `select count(*)::int as sales, count(distinct number)::int as different, max(right(number, 6)::int) as highest,
            (select sum(last)::int from order_counter) as counted from sale`,
  );
  expect([different, highest, counted]).toEqual([sales, sales, sales]);
}

const keyOf = (device: MadeDevice) => `sale-of-${device.id}`;

it(`a retry after kill -9 between commit and response returns the same sale, ${ROUNDS} times`, async () => {
  const cookie = await newSeller();
  for (let round = 0; round < ROUNDS; round += 1) {
    const device = await makeDevice(house);
    const body = saleBody(device.id);
    const service = await start();
    proxy.holdCommits();
    const first = attempt(service.url, cookie, keyOf(device), body);
    await until(async () => (await numbersOf(device.id)).length > 0);
    await killServices();
    expect((await first).reply).toBeUndefined();
    const [number] = await numbersOf(device.id);

    proxy.letCommits();
    const { url } = await start();
    const again = await attempt(url, cookie, keyOf(device), body);
    const { reply } = again;
    expect([reply?.status, reply?.body.number, reply?.headers['idempotency-replayed']]).toEqual([201, number, 'true']);
    await expectOnce(url, again);
    await killServices();
  }
  await expectNumbersWithoutGap();
});

it(`each device is sold once, whenever the service is killed under load, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { url } = await start();
    const sellers = await Promise.all(Array.from({ length: WRITERS }, newSeller));
    const attempts: Attempt[] = [];
    let going = true;
    const writers = sellers.map(async (cookie) => {
      for (let sold = 0; going && sold < 100; sold += 1) {
        const device = await makeDevice(house);
        attempts.push(await attempt(url, cookie, keyOf(device), saleBody(device.id)));
      }
    });
    await until(() => attempts.length > WRITERS);
    await sleep(Math.random() * 500);
    await killServices();
    going = false;
    await Promise.all(writers);
    expect(attempts.some(({ reply }) => reply === undefined)).toBe(true);
    const next = await start();
    for (const made of attempts.slice(-4 * WRITERS)) await expectOnce(next.url, made);
    await killServices();
  }
  await expectNumbersWithoutGap();
});

it(`two instances assign order numbers without a gap or a duplicate, ${NUMBER_ROUNDS} times`, async () => {
  await sql(`create or replace function roll_back() returns trigger language plpgsql as $$
    begin if new.notes = '${ROLLED_BACK}' then raise exception 'rolled back'; end if; return new; end $$`);
  await sql('create trigger roll_back before insert on sale for each row execute function roll_back()');
  const urls = [(await start()).url, (await start()).url];
  for (let round = 0; round < NUMBER_ROUNDS; round += 1) {
    const cookies = [await newSeller(), await newSeller()];
    const devices: MadeDevice[] = [];
    for (let made = 0; made < AT_ONCE; made += 1) devices.push(await makeDevice(house));
    const attempts = await race(AT_ONCE, async (index) => {
      const device = devices[index] ?? (await makeDevice(house));
      const body = saleBody(device.id, index % 5 === 2 ? { notes: ROLLED_BACK } : {});
      return attempt(urls[index % 2] ?? '', cookies[index % 2] ?? '', keyOf(device), body);
    });
    const statuses = attempts.map(({ reply }) => reply?.status);
    expect(statuses).toEqual(attempts.map((_, index) => (index % 5 === 2 ? 500 : 201)));
    await expectNumbersWithoutGap();
  }
  await sql('drop trigger roll_back on sale');
});
