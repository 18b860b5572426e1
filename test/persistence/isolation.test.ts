import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { clientErrorOf } from '../../src/domain/client-errors.ts';
import { databaseShares, type PoolShares } from '../../src/persistence/isolation/database-shares.ts';
import { FairQueue, type FairQueueOptions } from '../../src/persistence/isolation/fair-queue.ts';
import { mainPoolRules } from '../../src/persistence/isolation/main-pool-rules.ts';
import { RequestUsage } from '../../src/persistence/isolation/request-usage.ts';
import { openRowReader } from '../../src/persistence/lists/cursor.ts';
import { createOrm } from '../../src/persistence/orm.ts';
import { openPool, poolOptions } from '../../src/persistence/sql/pool.ts';
import { rows } from '../../src/persistence/sql/query.ts';
import { inTransaction } from '../../src/persistence/sql/transaction.ts';
import { EXPORT, fillWithCustomers, openExports, readSlowly, type SlowReader } from '../csv/support.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Reply } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { until } from '../support/until.ts';

const SALES = '/v1/admin/sales';
const CUSTOMERS = '/v1/admin/customers';
const ANALYTICS = '/v1/admin/analytics/sales';
const ME = '/v1/admin/auth/me';
/** An export that reads nothing for so long waits for its reader. */
const STILL_MS = 200;

let app: TestApp;
let holder: pg.Client;
beforeAll(async () => {
  app = await startTestApp();
  holder = new pg.Client({ connectionString: app.database.url });
  holder.on('error', () => undefined);
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await app.stop();
});
afterEach(() => holder.query('rollback'));

const holdTable = (table: string) => holder.query(`begin; lock table ${table} in access exclusive mode`);

/** Starts so many calls and counts those that were answered. */
function start(count: number, call: (index: number) => Promise<Reply>) {
  let answered = 0;
  const replies = Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const reply = await call(index);
      answered += 1;
      return reply;
    }),
  );
  return { replies, answered: () => answered };
}

/** How many statements of the service wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const [found] = await app.sql(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return found.n;
}
const someWait = () => until(async () => (await waitingForLocks()) > 0);
const outcome = ({ status, body }: Reply) => `${status} ${body?.error?.code ?? 'ok'}`;

/** No connection became free in time, or too many wait for one. */
const WAITED = { exceeded: { limit: expect.stringMatching(/^(?:queue|connection)$/) } };

describe('while a table is locked', () => {
  it('one admin occupies at most a third of the connections, and other calls are answered', async () => {
    const [busy, other] = [await app.as('ADMIN'), await app.as('VIEWER')];
    await holdTable('sale');
    const calls = start(20, () => busy.rest('GET', SALES));
    await someWait();
    const replies = await Promise.all([
      other.rest('GET', ME),
      other.rest('GET', CUSTOMERS),
      other.gql('{ customers { totalCount } viewer { role } }'),
    ]);
    expect(replies.map(outcome)).toEqual(['200 ok', '200 ok', '200 ok']);
    expect(calls.answered()).toBeLessThan(20);
    expect(await waitingForLocks()).toBeLessThanOrEqual(3);
    await holder.query('rollback');
    await calls.replies;
  });

  it('many admins who need it leave connections for calls that do not', async () => {
    const busy = await Promise.all(Array.from({ length: 20 }, () => app.as('ADMIN')));
    const other = await app.as('VIEWER');
    await holdTable('sale');
    const calls = start(40, (index) => (busy[index % 20] ?? other).rest('GET', SALES));
    await someWait();
    const replies = await Promise.all([other.rest('GET', ME), other.rest('GET', CUSTOMERS)]);
    expect(replies.map(outcome)).toEqual(['200 ok', '200 ok']);
    expect(calls.answered()).toBeLessThan(40);
    await holder.query('rollback');
    await calls.replies;
  });

  it('no more than two statements of expensive requests are under way, whoever sends them', async () => {
    const busy = await Promise.all(Array.from({ length: 6 }, () => app.as('ADMIN')));
    const other = await app.as('SUPPORT');
    await holdTable('customer');
    const filter = { or: Array.from({ length: 49 }, (_, at) => ({ fullName: { contains: `nobody ${at}` } })) };
    const count = 'query ($filter: CustomerFilter) { customers(first: 1, filter: $filter) { totalCount } }';
    const calls = start(12, (index) => {
      const by = busy[index % 6] ?? other;
      return index % 2 ? by.gql(count, { filter }) : by.rest('GET', `${CUSTOMERS}?search=nobody&skip=39999`);
    });
    const main = () => app.runtime.shares.poolUse().find(({ name }) => name === 'main') ?? { taken: 0, waiting: 0 };
    await until(() => main().taken + main().waiting >= 12);
    expect(main().taken).toBeLessThanOrEqual(2);
    expect(await waitingForLocks()).toBeLessThanOrEqual(2);
    const replies = await Promise.all([other.rest('GET', ME), other.rest('GET', `/v1/admin/preorders?take=1`)]);
    expect(replies.map(outcome)).toEqual(['200 ok', '200 ok']);
    expect(calls.answered()).toBe(0);
    await holder.query('rollback');
    await calls.replies;
  });

  it('a call that needs it fails sooner than others stop waiting for a connection', async () => {
    const busy = await app.as('ADMIN');
    await holdTable('sale');
    // One statement: a page and its count, as REST reads them, wait 5 s each and use up the request's 10 s as well.
    const reply = await busy.gql('{ sales(first: 1) { nodes { id } } }');
    expect(outcome(reply)).toBe('503 OVERLOADED');
    expect(reply.body.error.message).toBe('Another request is changing the same data: retry shortly.');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  });
});

it('while every connection of the main pool is busy, an admin is authenticated and answered', async () => {
  const patient = await startTestApp({ env: { DATABASE_STATEMENT_TIMEOUT_MS: '600000' } });
  const other = await patient.as('VIEWER');
  const { em, shares } = patient.runtime;
  const sleep = () => rows(em(), 'select pg_sleep(600)').catch(() => undefined);
  const asAdmin = (adminId: string) => shares.newRequest().write(adminId, 'sleep', sleep);
  const busy = [...Array.from({ length: 7 }, sleep), ...['one', 'two', 'three'].map(asAdmin)];
  const sleeping = `from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(600)' and state = 'active'`;
  const count = async () => (await patient.sql(`select count(*)::int as n ${sleeping}`))[0].n;
  await until(async () => (await count()) === 10);
  expect(outcome(await other.rest('GET', ME))).toBe('200 ok');
  expect(outcome(await other.gql('{ viewer { role session { id } } }'))).toBe('200 ok');
  expect(await count()).toBe(10);
  await patient.sql(`select pg_cancel_backend(pid) ${sleeping}`);
  await Promise.all(busy);
  await patient.stop();
});

it('a batched read of an edge that fails for all of its records is logged once', async () => {
  const busy = await app.as('ADMIN');
  for (let count = 0; count < 3; count += 1) await makeDevice(app, { batchCode: `ONCE${count}` });
  await holdTable('device');
  const { body } = await busy.gql('{ batches(first: 3) { nodes { id devices { totalCount } } } }');
  const codes = body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);
  expect(codes).toEqual(['OVERLOADED', 'OVERLOADED', 'OVERLOADED']);
  const { requestId } = body.errors[0].extensions;
  expect(app.logs.filter((line) => line.msg === 'request failed' && line.requestId === requestId)).toHaveLength(1);
});

describe('while a record is locked by a stuck transaction', () => {
  it('an admin who waits for it can do everything else', async () => {
    const device = await makeDevice(app);
    const [busy, other] = [await app.as('ADMIN'), await app.as('ADMIN')];
    await holder.query('begin');
    await holder.query('select 1 from device where id = $1 for update', [device.id]);
    const calls = start(6, () =>
      busy.rest('PATCH', `/v1/admin/devices/${device.id}/status`, { status: 'RETIRED', reason: 'broken' }),
    );
    await someWait();
    const replies = await Promise.all([busy.rest('GET', ME), other.rest('GET', `/v1/admin/devices/${device.id}`)]);
    expect(replies.map(outcome)).toEqual(['200 ok', '200 ok']);
    expect(calls.answered()).toBeLessThan(20);
    await holder.query('rollback');
    await calls.replies;
  });

  it('an admin who waits for it can sign out', async () => {
    const device = await makeDevice(app);
    const busy = await app.as('ADMIN');
    await holder.query('begin');
    await holder.query('select 1 from device where id = $1 for update', [device.id]);
    const calls = start(20, () =>
      busy.rest('PATCH', `/v1/admin/devices/${device.id}/status`, { status: 'RETIRED', reason: 'broken' }),
    );
    await someWait();
    expect(outcome(await busy.rest('POST', '/v1/admin/auth/logout'))).toEqual('201 ok');
    expect(calls.answered()).toBeLessThan(20);
    await holder.query('rollback');
    // What was under way is not written: its session has ended.
    expect(new Set((await calls.replies).map(outcome))).toEqual(new Set(['401 ADMIN_AUTH_REQUIRED']));
  });
});

describe('while one admin runs analytics', () => {
  it('two of them run at once, and other admins are not affected', async () => {
    const [busy, other] = [await app.as('VIEWER'), await app.as('SALES')];
    await holdTable('sale');
    const calls = start(12, (index) =>
      index % 2 ? busy.rest('GET', ANALYTICS) : busy.gql('{ salesAnalytics { generatedAt } }'),
    );
    await someWait();
    const replies = await Promise.all([
      other.rest('GET', ME),
      other.rest('GET', CUSTOMERS),
      other.rest('GET', '/v1/admin/preorders/analytics'),
      busy.rest('GET', ME),
    ]);
    expect(replies.map(outcome)).toEqual(['200 ok', '200 ok', '200 ok', '200 ok']);
    expect(calls.answered()).toBeLessThan(12);
    expect(await waitingForLocks()).toBeLessThanOrEqual(2);
    await holder.query('rollback');
    await calls.replies;
  });

  it('two admins ask all that they may, and a third and a fourth are answered meanwhile', async () => {
    const busy = await Promise.all([app.as('VIEWER'), app.as('VIEWER')]);
    const newcomers = await Promise.all([app.as('VIEWER'), app.as('VIEWER')]);
    await holdTable('sale');
    const calls = start(20, (index) => (busy[index % 2] as Caller).rest('GET', ANALYTICS));
    await until(async () => (await waitingForLocks()) >= 3);
    const preorders = '/v1/admin/preorders/analytics';
    // At the same time, and each with two questions.
    const replies = await Promise.all(
      newcomers.flatMap((by) => [by.rest('GET', preorders), by.rest('GET', preorders)]),
    );
    expect(replies.map(outcome)).toEqual(['200 ok', '200 ok', '200 ok', '200 ok']);
    expect(calls.answered()).toBe(0);
    await holder.query('rollback');
    await calls.replies;
  });

  it('calls beyond the queue limit fail at once with 429', async () => {
    const busy = await app.as('VIEWER');
    await holdTable('sale');
    const calls = Array.from({ length: 40 }, () => busy.rest('GET', ANALYTICS));
    const refused = await Promise.any(calls.map(refusedOnly));
    expect([refused.body.error.code, Number(refused.headers['retry-after']) >= 1]).toEqual(['RATE_LIMITED', true]);
    expect(refused.body.error.message).toMatch(/analytics/);
    await holder.query('rollback');
    await Promise.all(calls);
  });
});

/** The reply when it is a 429. */
async function refusedOnly(call: Promise<Reply>): Promise<Reply> {
  const reply = await call;
  if (reply.status !== 429) throw new Error(`${reply.status}`);
  return reply;
}

describe('while exports stall', () => {
  beforeAll(() => fillWithCustomers(app, 10_000, 1_000));

  it('an admin has two at once and waits for a third, while another admin gets theirs', async () => {
    const [busy, other] = [await app.as('SALES'), await app.as('SALES')];
    const stalled = [await readSlowly(app.url, busy), await readSlowly(app.url, busy)];
    let thirdIsDone = false;
    const third = busy.rest('GET', `${EXPORT}?take=1`).finally(() => {
      thirdIsDone = true;
    });
    expect(outcome(await other.rest('GET', `${EXPORT}?take=1`))).toBe('200 ok');
    expect(thirdIsDone).toBe(false);
    for (const reader of stalled) reader.hangUp();
    expect(outcome(await third)).toBe('200 ok');
    await until(async () => (await openExports(app)) === 0);
  });

  it('two admins hold all that they may, and a third and a fourth begin at once', async () => {
    const stalled = await stall(2, 2);
    stalled.push(...(await stall(2, 1)));
    // None was ended for another.
    expect(await openExports(app)).toBe(6);
    for (const reader of stalled) reader.hangUp();
    await until(async () => (await openExports(app)) === 0);
  });

  it('while exports stall and every connection is taken, an admin who has none gets that of the export that was unread the longest', async () => {
    const stalled = [...(await stall(2, 2)), ...(await stall(2, 1))];
    const newcomer = await app.as('SALES');
    expect(outcome(await newcomer.rest('GET', `${EXPORT}?take=1`))).toBe('200 ok');
    await until(async () => (await openExports(app)) === 5);
    // What was ended does not look like a whole file, and is on record as incomplete.
    const [ended, ...others] = stalled;
    await expect(ended?.rest()).rejects.toThrow('aborted');
    const entry = () => app.sql('select detail from audit_entry where request_id = $1', [ended?.requestId]);
    await until(async () => (await entry()).length === 1);
    expect((await entry())[0].detail).toMatchObject({ complete: false });
    expect((await others[0]?.rest())?.split('\r\n')).toHaveLength(10_002);
    for (const reader of others) reader.hangUp();
    await until(async () => (await openExports(app)) === 0);
  });

  it('an admin who has an export waits for a second one, and ends none of others', async () => {
    const stalled = await stall(2, 2);
    const [one, two] = [await app.as('SALES'), await app.as('SALES')];
    stalled.push(await readSlowly(app.url, one), await readSlowly(app.url, two));
    expect(outcome(await one.rest('GET', `${EXPORT}?take=1`))).toBe('503 OVERLOADED');
    expect(await openExports(app)).toBe(6);
    for (const reader of stalled) reader.hangUp();
    await until(async () => (await openExports(app)) === 0);
  });

  /** So many admins with so many exports each that nobody reads, each of which stands still before the next begins. */
  async function stall(adminCount: number, each: number): Promise<SlowReader[]> {
    const readers: SlowReader[] = [];
    for (let count = 0; count < adminCount; count += 1) {
      const busy = await app.as('SALES');
      for (let more = 0; more < each; more += 1) {
        const standing = await openExports(app, STILL_MS);
        readers.push(await readSlowly(app.url, busy));
        await until(async () => (await openExports(app, STILL_MS)) > standing);
      }
    }
    return readers;
  }
});

describe('one request of an admin', () => {
  const MAX_ROWS = 100;
  let orm: MikroORM;
  let shares: PoolShares;
  beforeAll(async () => {
    shares = databaseShares({ maxMs: 1_000, maxRows: MAX_ROWS }, () => undefined);
    const rules = { ...mainPoolRules(4, 1_000), slotsPerAdmin: 4, slotsPerOperation: 4 };
    orm = await createOrm({ url: app.database.url, poolMax: 4, share: (pool) => shares.apply('main', pool, rules) });
  });
  afterAll(() => orm.close(true));

  const createOrmOfOne = () =>
    createOrm({
      url: app.database.url,
      poolMax: 1,
      share: (pool) => shares.apply('of one', pool, mainPoolRules(1, 300)),
    });
  const sleep = () => rows(orm.em, 'select pg_sleep(600)');
  const series = (count: number) => rows(orm.em, 'select generate_series(1, $1::int)', [count]);
  const sleeping = async () =>
    (
      await app.sql(
        `select count(*)::int as n from pg_stat_activity
          where datname = current_database() and query like 'select pg_sleep%' and state <> 'idle'`,
      )
    )[0].n;
  const errorsOf = (settled: readonly PromiseSettledResult<unknown>[]) =>
    settled.map((result) => (result.status === 'rejected' ? clientErrorOf(result.reason) : undefined));

  it('is stopped when its statements together take too long, and the statements are cancelled', async () => {
    const settled = await shares
      .newRequest()
      .read('one', 'sleep', () => Promise.allSettled([sleep(), sleep(), sleep()]));
    for (const refusal of errorsOf(settled)) {
      expect(refusal?.code).toBe('OVERLOADED');
      expect(refusal?.message).toMatch(/more than 1 s of database time/);
    }
    await until(async () => (await sleeping()) === 0);
  });

  it('cannot run further statements after the limit, while other requests of the same admin continue', async () => {
    const request = shares.newRequest();
    await request.read('one', 'sleep', () => sleep().catch(() => undefined));
    const [refusal] = errorsOf(await Promise.allSettled([request.read('one', 'other', () => series(1))]));
    expect(refusal?.code).toBe('OVERLOADED');
    const all = await Promise.all(
      Array.from({ length: 20 }, () => shares.newRequest().read('one', 'series', () => series(5))),
    );
    expect(all.every((found) => found.length === 5)).toBe(true);
  });

  it('releases the connection of a stopped transaction', async () => {
    for (let round = 0; round < 5; round += 1) {
      const stopped = shares.newRequest().read('one', 'sleep', () =>
        inTransaction(orm.em, async (em) => {
          await rows(em, 'select pg_sleep(600)');
        }),
      );
      const [refusal] = errorsOf(await Promise.allSettled([stopped]));
      expect(refusal?.code).toBe('OVERLOADED');
    }
    await until(async () => (await sleeping()) === 0);
    expect(await series(1)).toHaveLength(1);
  });

  it('gives its connection back when its transaction may not even begin, to a pool of one', async () => {
    const own = await createOrmOfOne();
    try {
      const used = (name: string) => shares.poolUse().find((pool) => pool.name === name);
      const request = shares.newRequest();
      await request.read('one', 'sleep', () => rows(own.em, 'select pg_sleep(600)').catch(() => undefined));
      // MikroORM and the reader of analytics begin by the same builder of Kysely.
      const refused = request.read('one', 'begin', () => own.em.fork().transactional((em) => em.execute('select 1')));
      await expect(refused).rejects.toMatchObject({ exceeded: { limit: 'time' } });
      expect(used('of one')).toEqual({ name: 'of one', taken: 0, waiting: 0 });
      const next = shares
        .newRequest()
        .read('two', 'next', () => own.em.fork().transactional((em) => em.execute('select 1')));
      expect(await next).toHaveLength(1);
    } finally {
      await own.close(true);
    }
  });

  it('gives back at once what it waits for when its client leaves, whether it reads or writes', async () => {
    const own = await createOrmOfOne();
    try {
      const used = () => shares.poolUse().find(({ name }) => name === 'of one');
      const busy = shares.newRequest().write('one', 'sleep', () => rows(own.em, 'select pg_sleep(600)'));
      const ended = busy.catch(() => 'ended');
      await until(async () => (await sleeping()) === 1);
      const requests = [shares.newRequest(), shares.newRequest(), shares.newRequest()];
      const [reading, writing, nobodys] = [
        requests[0]?.read('two', 'read', () => rows(own.em, 'select 1')),
        requests[1]?.write('two', 'write', () => own.em.fork().transactional((em) => em.execute('select 1'))),
        requests[2]?.read(undefined, 'read', () => rows(own.em, 'select 1')),
      ];
      const outcomes = Promise.allSettled([reading, writing, nobodys]);
      await until(() => used()?.waiting === 3);
      for (const request of requests) request.abandon();
      expect(used()).toEqual({ name: 'of one', taken: 1, waiting: 0 });
      expect((await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason.exceeded.limit)).toEqual(
        ['left', 'left', 'left'],
      );
      await app.sql(`select pg_cancel_backend(pid) from pg_stat_activity where query = 'select pg_sleep(600)'`);
      expect(await ended).toBe('ended');
    } finally {
      await own.close(true);
    }
  });

  it('is stopped when its statements together return too many rows, also through MikroORM', async () => {
    const request = shares.newRequest();
    expect(await request.read('one', 'series', () => series(MAX_ROWS - 1))).toHaveLength(MAX_ROWS - 1);
    const throughOrm = () => orm.em.fork().execute('select generate_series(1, 2)');
    const [refusal] = errorsOf(await Promise.allSettled([request.read('one', 'series', throughOrm)]));
    expect([refusal?.kind, refusal?.code]).toEqual(['invalid', 'VALIDATION_FAILED']);
    expect(refusal?.message).toMatch(/more than 100 records/);
  });

  it('waits when the same admin left many before, while another admin is answered', async () => {
    const left = Array.from({ length: 30 }, () => shares.newRequest());
    await Promise.all(left.map((request) => request.read('impatient', 'series', () => series(1))));
    for (const request of left) request.abandon();
    const order: string[] = [];
    const ask = async (adminId: string) => {
      await shares.newRequest().read(adminId, 'series', () => series(1));
      order.push(adminId);
    };
    await Promise.all([ask('impatient'), ask('patient')]);
    expect(order).toEqual(['patient', 'impatient']);
  });

  it('waits when it is of one of many admins who leave requests, while somebody who left none is answered', async () => {
    const admins = Array.from({ length: 8 }, (_, at) => `one of many ${at}`);
    const left = admins.flatMap((adminId) =>
      Array.from({ length: 4 }, () => ({ adminId, request: shares.newRequest() })),
    );
    await Promise.all(left.map(({ adminId, request }) => request.read(adminId, 'series', () => series(1))));
    for (const { request } of left) request.abandon();
    const order: string[] = [];
    const ask = async (adminId: string) => {
      await shares.newRequest().read(adminId, 'series', () => series(1));
      order.push(adminId);
    };
    await Promise.all([...admins, 'calm'].map(ask));
    expect(order[0]).toBe('calm');
  });

  it('waits longer when the same admin also leaves requests that wait for that', async () => {
    const leave = async (adminId: string, count: number) => {
      const left = Array.from({ length: count }, () => shares.newRequest());
      await Promise.all(left.map((request) => request.read(adminId, 'series', () => series(1))));
      for (const request of left) request.abandon();
    };
    await Promise.all([leave('typist', 16), leave('flood', 16)]);
    const waiting = Array.from({ length: 10 }, () => shares.newRequest());
    const reads = waiting.map((request) => request.read('flood', 'series', () => series(1)));
    // By then they wait.
    await shares.newRequest().read('patient', 'series', () => series(1));
    for (const request of waiting) request.abandon();
    expect((await Promise.allSettled(reads)).map(({ status }) => status)).toEqual(waiting.map(() => 'rejected'));
    const order: string[] = [];
    const ask = async (adminId: string) => {
      await shares.newRequest().read(adminId, 'series', () => series(1));
      order.push(adminId);
    };
    await Promise.all([ask('flood'), ask('typist')]);
    expect(order).toEqual(['typist', 'flood']);
  });

  it('a request of an admin waits when the same admin left many exports before', async () => {
    const warn = () => undefined;
    const exports = openRowReader({ url: app.database.url, statementTimeoutMs: 10_000, shares, warn });
    try {
      const read = (adminId: string, signal: AbortSignal) =>
        exports.read({ text: 'select generate_series(1, 1000)::text', values: [] }, signal, adminId);
      const never = new AbortController().signal;
      const order: string[] = [];
      const ask = async (adminId: string) => {
        for await (const rows of read(adminId, never)) expect(rows.length).toBeGreaterThan(0);
        order.push(adminId);
      };
      // What was read to its end was not left, whatever the client does then.
      const whole = new AbortController();
      for await (const rows of read('patient', whole.signal)) expect(rows.length).toBeGreaterThan(0);
      const left = Array.from({ length: 30 }, async () => {
        const client = new AbortController();
        const first = read('impatient', client.signal)[Symbol.asyncIterator]().next();
        client.abort();
        whole.abort();
        await first.catch(() => undefined);
      });
      await Promise.all(left);
      await Promise.all([ask('impatient'), ask('patient')]);
      expect(order).toEqual(['patient', 'impatient']);
    } finally {
      await exports.close();
    }
  });

  it('gives the connection of a cancelled statement back for the next one, which the cancellation does not hit', async () => {
    const own = await createOrmOfOne();
    try {
      const askPid = () => rows<{ readonly pid: number }>(own.em, 'select pg_backend_pid() as pid');
      const pid = async (adminId: string) => (await shares.newRequest().read(adminId, 'pid', askPid))[0]?.pid;
      const before = await pid('before');
      for (let round = 0; round < 20; round += 1) {
        const request = shares.newRequest();
        const slept = request.read(`sleeper ${round}`, 'sleep', () => rows(own.em, 'select pg_sleep(600)'));
        const ended = slept.catch(({ exceeded }) => exceeded.limit);
        await until(async () => (await sleeping()) === 1);
        request.abandon();
        expect(await ended).toBe('left');
        expect(await pid(`next ${round}`)).toBe(before);
      }
    } finally {
      await own.close(true);
    }
  });

  it('one request of an admin that writes is not limited', async () => {
    expect(await shares.newRequest().write('one', 'series', () => series(2 * MAX_ROWS))).toHaveLength(2 * MAX_ROWS);
  });
});

describe('a client that leaves', () => {
  const waiting = () =>
    app.sql(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'sale'`,
    );

  /** When each pool last cancelled a statement. */
  const cancellations = () =>
    app.sql(
      `select pid, query_start from pg_stat_activity where datname = current_database() and query ~ '^select pg_cancel' order by pid`,
    );

  it.each([
    ['REST', ANALYTICS, { method: 'GET' }],
    [
      'GraphQL',
      '/graphql',
      { method: 'POST', body: '{"query":"{ salesMetrics(query: { metrics: [CUSTOMERS] }) { totals } }"}' },
    ],
  ])('ends its statement over %s', async (_, path, init) => {
    const { cookie } = await app.as('SUPER_ADMIN');
    await holdTable('sale');
    const ask = async (signal?: AbortSignal) => {
      const headers = { cookie, 'content-type': 'application/json' };
      const answered = fetch(`${app.url}${path}`, { ...init, headers, signal }).catch(({ name }) => name);
      await until(async () => (await waiting()).length > 0);
      return { answered };
    };
    const leave = new AbortController();
    const left = await ask(leave.signal);
    const before = await cancellations();
    leave.abort();
    expect(await left.answered).toBe('AbortError');
    await until(async () => (await waiting()).length === 0);
    // The wait for the lock would have ended as well.
    expect(await cancellations()).not.toEqual(before);
    const next = await ask();
    await holder.query('rollback');
    expect((await next.answered).status).toBe(200);
  });
});

it('a connection that is lost before its user has it cannot end the process', async () => {
  const lost: string[] = [];
  const pool = openPool({ name: 'early', url: app.database.url, max: 1, warn: (message) => void lost.push(message) });
  // As the driver emits a FATAL error that arrives together with the end of the sign-in; it is thrown without a listener.
  await new Promise<void>((resolve) => {
    pool.connect((_error, client, release) => {
      client?.emit('error', new Error('terminating connection'));
      release(true);
      resolve();
    });
  });
  expect(lost).toEqual(['early connection lost: terminating connection']);
  await pool.end();
});

it('nobody is warned of a connection that is lost while its pool ends', async () => {
  const lost: string[] = [];
  const pool = openPool({ name: 'late', url: app.database.url, max: 1, warn: (message) => void lost.push(message) });
  const client = await pool.connect();
  const ended = pool.end();
  // As a server that is stopped meanwhile sends it.
  client.emit('error', new Error('terminating connection due to administrator command'));
  client.release();
  await ended;
  expect(lost).toEqual([]);
});

describe('a fair queue', () => {
  const OPTIONS: FairQueueOptions = {
    slots: 4,
    slotsPerAdmin: 3,
    slotsPerOperation: 4,
    slotsForOthers: 2,
    waitingPerAdmin: 10,
    waitingOthers: 1,
    waitMs: 50,
    stuckMs: 20,
    tooMany: { limit: 'requests' },
  };
  const one = { adminId: 'one', operation: 'a' };
  const two = { adminId: 'two', operation: 'b' };

  it('is stuck when nothing moves while a caller without a slot waits, until a slot is given back', async () => {
    const queue = new FairQueue(OPTIONS);
    const leave = [await queue.enter(one), await queue.enter(one), await queue.enter(two), await queue.enter(two)];
    // Whoever has slots does not show that others get none.
    await expect(queue.enter(one)).rejects.toMatchObject(WAITED);
    expect(queue.isStuck()).toBe(false);
    await expect(queue.enter({ adminId: 'three', operation: 'c' })).rejects.toMatchObject(WAITED);
    expect(queue.isStuck()).toBe(true);
    queue.noteProgress();
    expect(queue.isStuck()).toBe(false);
    await expect(queue.enter({ adminId: 'three', operation: 'c' })).rejects.toMatchObject(WAITED);
    expect(queue.isStuck()).toBe(true);
    leave[0]?.();
    expect(queue.isStuck()).toBe(false);
  });

  it('serves the admin with the fewest slots first, however long the others have waited', async () => {
    const queue = new FairQueue(OPTIONS);
    const [first] = [await queue.enter(one), await queue.enter(one), await queue.enter(two), await queue.enter(two)];
    const order: string[] = [];
    const waiting = [one, two, { adminId: 'three', operation: 'c' }].map(async (owner) => {
      await queue.enter(owner);
      order.push(owner.adminId);
    });
    first();
    await expect(Promise.all(waiting)).rejects.toMatchObject(WAITED);
    expect(order).toEqual(['three']);
  });

  it('a fair queue gives an expensive call several slots, but none of the reserved ones', async () => {
    const slotsFor = (cost: number) => Math.min(Math.ceil(cost / 100), 3);
    const queue = new FairQueue({ ...OPTIONS, slots: 10, slotsReserved: 2, slotsPerOperation: 10, slotsFor });
    const enter = (adminId: string, cost: number) => queue.enter({ adminId, operation: 'a' }, undefined, cost);
    const leave = await enter('one', 10_000);
    await enter('two', 201);
    expect(queue.use()).toEqual({ taken: 2, waiting: 0 });
    // What is left besides the reserved ones is too little for a third, and one admin has no more.
    await expect(enter('three', 201)).rejects.toMatchObject(WAITED);
    await expect(enter('one', 100)).rejects.toMatchObject(WAITED);
    for (const adminId of ['four', 'five']) await enter(adminId, 100);
    const third = enter('three', 101);
    leave();
    await third;
  });

  it('a fair queue leaves an expensive call that has waited long what becomes free, although others need a slot all the time', async () => {
    const slotsFor = (cost: number) => Math.min(Math.ceil(cost / 100), 3);
    const queue = new FairQueue({
      ...OPTIONS,
      slots: 10,
      slotsReserved: 2,
      slotsPerOperation: 10,
      waitMs: 4_000,
      slotsFor,
    });
    const held: (() => void)[] = [];
    let callers = 0;
    const enterAnother = async () => {
      callers += 1;
      held.push(await queue.enter({ adminId: `another ${callers}`, operation: 'a' }, undefined, 100));
    };
    while (callers < 9) await enterAnother();
    let isServed = false;
    const expensive = queue.enter({ adminId: 'expensive', operation: 'b' }, undefined, 10_000).finally(() => {
      isServed = true;
    });
    const entering: Promise<void>[] = [];
    while (!isServed) {
      entering.push(enterAnother());
      held.shift()?.();
      await new Promise(setImmediate);
    }
    (await expensive)();
    await Promise.all(entering);
    expect(queue.use().waiting).toBe(0);
  });

  it('a fair queue serves whoever has just had a turn behind those who have as few slots', async () => {
    const queue = new FairQueue({ ...OPTIONS, slots: 1, slotsPerAdmin: 1 });
    const first = await queue.enter(one);
    const order: string[] = [];
    const waiting = [one, one, two].map(async (owner) => {
      const leave = await queue.enter(owner);
      order.push(owner.adminId);
      leave();
    });
    first();
    await Promise.all(waiting);
    expect(order).toEqual(['two', 'one', 'one']);
  });

  it('reserves a slot from a stuck operation', async () => {
    const queue = new FairQueue({ ...OPTIONS, slotsPerOperation: 1 });
    await queue.enter(one);
    await expect(queue.enter({ ...two, operation: 'a' })).rejects.toMatchObject(WAITED);
    await queue.enter(two);
  });

  it('keeps reserved slots for callers who have none', async () => {
    const queue = new FairQueue({ ...OPTIONS, slotsReserved: 2 });
    await queue.enter(one);
    const leave = await queue.enter(one);
    await expect(queue.enter(one)).rejects.toMatchObject(WAITED);
    await queue.enter(two);
    await expect(queue.enter(two)).rejects.toMatchObject(WAITED);
    await queue.enter({ adminId: 'three', operation: 'c' });
    const fourth = queue.enter({ adminId: 'four', operation: 'c' });
    leave();
    await fourth;
  });

  it('reserves slots from callers who are not admins, and limits how many of them wait', async () => {
    const queue = new FairQueue(OPTIONS);
    await queue.enter(undefined);
    const leave = await queue.enter(undefined);
    const third = queue.enter(undefined);
    await expect(queue.enter(undefined)).rejects.toMatchObject(WAITED);
    leave();
    leave();
    await third;
    await expect(queue.enter(undefined)).rejects.toMatchObject(WAITED);
  });
});

it('the main pool gives an admin a third, an operation a half, callers who are no admins two thirds, and its last fifth to newcomers', () => {
  expect(mainPoolRules(15, 4_000)).toMatchObject({
    slots: 15,
    slotsPerAdmin: 5,
    slotsReserved: 3,
    slotsPerOperation: 8,
    slotsForOthers: 10,
    waitingPerAdmin: 200,
    waitingOthers: 5_000,
    waitMs: 10_000,
    stuckMs: 8_000,
  });
  expect([0, 2_000, 2_001, 5_000, 5_001, 10_000].map(mainPoolRules(10, 4_000).slotsFor ?? Number)).toEqual([
    1, 1, 2, 2, 3, 3,
  ]);
  expect([2_000, 2_001, 5_001].map(mainPoolRules(4, 4_000).slotsFor ?? Number)).toEqual([1, 1, 1]);
  expect(mainPoolRules(1, 4_000)).toMatchObject({ slotsPerAdmin: 1, slotsReserved: 0, slotsPerOperation: 1 });
});

it('a request may read as many records as its bound says, over all statements', async () => {
  const usage = new RequestUsage({ maxMs: 60_000, maxRows: 3 }, () => undefined);
  const read = (count: number) => usage.count({} as never, async () => ({ rows: Array.from({ length: count }) }));
  await read(2);
  await read(1);
  await expect(read(1)).rejects.toMatchObject({ exceeded: { limit: 'rows' } });
});

it('no pool waits for a lock as long as for a connection', () => {
  const url = app.database.url;
  const { session, connectionTimeoutMillis } = poolOptions({ url }, 1);
  expect(Number(session.lock_timeout)).toBeLessThan(connectionTimeoutMillis);
  expect(() => poolOptions({ url, lockTimeoutMs: 8_000 }, 1)).toThrow('lock_timeout (8000 ms) must be shorter');
});
