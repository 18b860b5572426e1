import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../src/persistence/migrate.ts';
import { type CommitProxy, startCommitProxy } from '../preorders/commit-proxy.ts';
import { newKey, order, PUBLIC } from '../preorders/support.ts';
import { type Json, type Reply, wireTo } from '../support/callers.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/postgres.ts';
import { repetitions } from '../support/repetitions.ts';
import { temporaryFolder } from '../support/run.ts';
import { type Service, startService } from '../support/service.ts';
import { PATIENCE_MS, until } from '../support/until.ts';

const ROUNDS = repetitions({ quick: 0, heavy: 1, rare: 5 });
const WRITERS = 16;

let postgres: OwnPostgres;
let proxy: CommitProxy;
let pool: pg.Pool;
let dataDir: string;
let service: Service;
let addresses = 0;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  await migrate(postgres.url);
  proxy = await startCommitProxy(postgres.url);
  pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on('error', () => undefined);
  dataDir = temporaryFolder('crash');
  await pool.query('update preorder_settings set pre_order_enabled = true');
  service = await start();
});
afterAll(async () => {
  await service.kill9();
  await proxy.close();
  await pool.end();
  await postgres.stop();
});

function start(): Promise<Service> {
  return startService({
    DATABASE_URL: proxy.url,
    DATA_DIR: dataDir,
    // Each call comes from an address of its own, or the limit of five a minute would answer most.
    TRUSTED_PROXIES: '1',
  });
}

interface Attempt {
  readonly key: string;
  readonly body: Json;
  /** Undefined: no answer, so that nobody knows whether it was done. */
  readonly reply: Reply | undefined;
}

/** Orders once; a lost connection is no failure of the test. */
async function attempt(key: string, body: Json): Promise<Attempt> {
  addresses += 1;
  const from = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const wire = wireTo(service.url);
  const reply = await wire
    .client()
    .rest('POST', PUBLIC, body, { 'idempotency-key': key, 'x-forwarded-for': from })
    .catch(() => undefined);
  wire.close();
  return { key, body, reply };
}

/** As a client does who is told to come back: 503 while the database starts and lost connections are found out. */
async function attemptUntilServed(key: string, body: Json): Promise<Attempt> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const made = await attempt(key, body);
    if (made.reply?.status !== 503 || Date.now() > deadline) return made;
    await sleep(50);
  }
}

/** Writers that order one after the other until they are stopped. */
function startLoad() {
  const attempts: Attempt[] = [];
  let going = true;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (going) {
      const made = await attempt(newKey(), order());
      attempts.push(made);
      if (made.reply?.status !== 201) await sleep(10);
    }
  });
  return {
    attempts,
    async stop() {
      going = false;
      await Promise.all(writers);
    },
  };
}

async function numbersOf(phone: string): Promise<string[]> {
  const { rows } = await pool.query('select number from preorder where phone = $1', [phone]);
  return rows.map(({ number }) => number);
}

async function reservedAndCounted(): Promise<[number, number]> {
  const { rows } = await pool.query(
    `select reserved, (select coalesce(sum(quantity), 0)::int from preorder where status <> 'CANCELLED') as counted
       from preorder_settings`,
  );
  return [rows[0].reserved, rows[0].counted];
}

/** Retries every order with its key: whatever was answered before is answered again, and each has one preorder. */
async function expectOnce(attempts: readonly Attempt[]): Promise<void> {
  for (const { key, body, reply } of attempts) {
    const retry = await attemptUntilServed(key, body);
    expect([retry.reply?.status, retry.reply?.text]).toEqual([201, expect.any(String)]);
    expect(await numbersOf(body.phone)).toEqual([retry.reply?.body.number]);
    if (reply?.status === 201) {
      expect(retry.reply?.text).toBe(reply.text);
      expect(retry.reply?.headers['idempotency-replayed']).toBe('true');
    }
  }
  const [reserved, counted] = await reservedAndCounted();
  expect(reserved).toBe(counted);
}

it(`a retry after kill -9 between commit and response returns the same preorder, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [key, body] = [newKey(), order({ quantity: 2 })];
    proxy.holdCommits();
    const first = attempt(key, body);
    await until(async () => (await numbersOf(body.phone)).length > 0);
    await service.kill9();
    expect((await first).reply).toBeUndefined();
    const [number] = await numbersOf(body.phone);

    proxy.letCommits();
    service = await start();
    const { reply } = await attempt(key, body);
    expect([reply?.status, reply?.body.number, reply?.headers['idempotency-replayed']]).toEqual([201, number, 'true']);
    await expectOnce([{ key, body, reply }]);
  }
});

it(`each order is created once, whenever the service is killed under load, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const load = startLoad();
    await until(() => load.attempts.length > WRITERS);
    await sleep(Math.random() * 500);
    await service.kill9();
    await load.stop();
    service = await start();
    expect(load.attempts.some(({ reply }) => reply === undefined)).toBe(true);
    await expectOnce(load.attempts.slice(-4 * WRITERS));
  }
});

it('each order is created once, whenever PostgreSQL is killed under load', async () => {
  const load = startLoad();
  await until(() => load.attempts.length > WRITERS);
  await postgres.kill9();
  await until(() => load.attempts.filter(({ reply }) => reply?.status === 503).length > WRITERS);
  await load.stop();
  await postgres.restart();
  await expectOnce(load.attempts.slice(0, 8 * WRITERS));
});
