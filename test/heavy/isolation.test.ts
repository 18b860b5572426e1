import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openShop } from '../analytics/sale-rows.ts';
import { EXPORT, fillWithCustomers, readSlowly } from '../csv/support.ts';
import type { Sql } from '../support/app.ts';
import type { Caller, Reply } from '../support/callers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { repetitions } from '../support/repetitions.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, signedIn, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ROWS = 100_000;
/** Longer than a statement waits for a lock. */
const ATTACK_MS = repetitions({ quick: 0, heavy: 7_000, rare: 12_000 });
const PAUSE_MS = 150;
/** Below the rate limit of `/me`. */
const MAX_CALLS = 110;
const ME = '/v1/admin/auth/me';
const SALES = '/v1/admin/sales';
const YEAR = '/v1/admin/analytics/sales?range=custom&from=2025-11-22&to=2026-11-21';

let database: TestDatabase;
let pool: pg.Pool;
let sql: Sql;
let service: Service;
let holder: pg.Client;
/** The mean time of `/me` while nothing else happens, milliseconds. */
let idleMs: number;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool, sql } = openDatabase(database.url));
  service = await startService({ DATABASE_URL: database.url, DATA_DIR: temporaryFolder('isolation') });
  await fillWithCustomers({ sql }, ROWS, 200);
  await fillWithSales();
  holder = new pg.Client({ connectionString: database.url });
  holder.on('error', () => undefined);
  await holder.connect();
  idleMs = mean((await watch(await admin(), sleep(3_000))).map(({ ms }) => ms));
});
afterEach(() => holder.query('rollback'));
afterAll(async () => {
  await holder.end();
  await service.stop();
  await pool.end();
  await database.drop();
});

async function fillWithSales(): Promise<void> {
  const { customers, devices } = await openShop({ sql });
  await sql(
    `insert into sale (id, number, customer_id, device_id, unit_price, discount, total, refunded_total, currency, payment_status, status, sales_channel,
                       sold_at, device_released_at, created_by, created_at, updated_at)
     select gen_random_uuid(), 'I-' || n, $1, $2, n, 0, n, 0, 'UZS', 'PAID', 'PAID', 'DIRECT', sold, sold, gen_random_uuid(), sold, sold
       from (select n, timestamptz '2025-11-23T00:00:00Z' + n * interval '5 minutes' as sold from generate_series(1, $3::int) n) facts`,
    [customers[0]?.id, devices[0]?.id, ROWS],
  );
  await sql('analyze');
}

const admin = (role: Caller['admin']['role'] = 'ADMIN') => signedIn(service, sql, { role });
const admins = (count: number) => Promise.all(Array.from({ length: count }, () => admin()));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const outcome = ({ status, body }: Reply) =>
  `${status} ${body?.error?.code ?? body?.errors?.[0]?.extensions?.code ?? 'ok'}`;
const failed = (error: Error) => `failed: ${error.message}`;

/** Asks for `/me` again and again while something goes on. */
async function watch(by: Caller, going: Promise<unknown>): Promise<{ outcome: string; ms: number }[]> {
  let isGoing = true;
  const ended = going.finally(() => {
    isGoing = false;
  });
  const answers: { outcome: string; ms: number }[] = [];
  while (isGoing && answers.length < MAX_CALLS) {
    const from = performance.now();
    const reply = await by.rest('GET', ME);
    answers.push({ outcome: outcome(reply), ms: performance.now() - from });
    await sleep(PAUSE_MS);
  }
  await ended;
  return answers;
}

/** Each of the attackers calls again as soon as it was answered. */
async function repeat(attackers: readonly (() => Promise<Reply>)[]): Promise<Map<string, number>> {
  const until = performance.now() + ATTACK_MS;
  const outcomes = new Map<string, number>();
  await Promise.all(
    attackers.map(async (attack) => {
      while (performance.now() < until) {
        const what = await attack().then(outcome, failed);
        outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
        if (what.startsWith('429')) await sleep(1_000);
      }
    }),
  );
  return outcomes;
}

/** Another admin is answered correctly and soon, whatever goes on. */
async function expectUndisturbed(what: string, attack: Promise<Map<string, number>>): Promise<Map<string, number>> {
  const answers = await watch(await admin('SUPPORT'), attack);
  const outcomes = await attack;
  const times = answers.map(({ ms }) => ms);
  process.stdout.write(
    `${what}: /me ${answers.length} times, mean ${mean(times).toFixed(0)} ms (idle ${idleMs.toFixed(0)}), worst ${Math.max(...times).toFixed(0)} ms; attack ${JSON.stringify(Object.fromEntries(outcomes))}\n`,
  );
  expect(new Set(answers.map((answer) => answer.outcome))).toEqual(new Set(['200 ok']));
  expect(mean(times)).toBeLessThan(150 + 10 * idleMs);
  return outcomes;
}

/** 49 conditions on each of 100,000 rows, none of which matches. */
const filter = { or: Array.from({ length: 49 }, (_, at) => ({ fullName: { contains: `nobody ${at}` } })) };
const COUNT = 'query ($filter: CustomerFilter) { customers(take: 1, filter: $filter) { totalCount } }';
const COUNTS = `query ($filter: CustomerFilter) { ${Array.from(
  { length: 20 },
  (_, at) => `c${at}: customers(take: 1, filter: $filter) { totalCount }`,
).join(' ')} }`;

const onlyRefused = (outcomes: ReadonlyMap<string, number>) =>
  [...outcomes.keys()].filter((what) => !/^(503 OVERLOADED|429 RATE_LIMITED)$/.test(what));

describe('another admin gets correct and quick responses while', () => {
  it('one VIEWER sends twelve slow analytics calls at once, over both transports', async () => {
    const viewer = await admin('VIEWER');
    const fields = Array.from({ length: 4 }, (_, at) => `a${at}: salesAnalytics(range: "90d") { generatedAt }`).join(
      ' ',
    );
    const attack = Array.from({ length: 12 }, (_, at) =>
      at % 2 ? () => viewer.gql(`{ ${fields} }`) : () => viewer.rest('GET', YEAR),
    );
    await expectUndisturbed('twelve analytics', repeat(attack));
  });

  it('one document runs 20 expensive counts', async () => {
    const attacker = await admin();
    await expectUndisturbed('20 counts in a document', repeat([() => attacker.gql(COUNTS, { filter })]));
    await expectNothingRuns();
  });

  it('20 documents run one expensive count each', async () => {
    const attacker = await admin();
    const attack = Array.from({ length: 20 }, () => () => attacker.gql(COUNT, { filter }));
    await expectUndisturbed('20 documents of a count', repeat(attack));
    await expectNothingRuns();
  });

  it('ten admins request expensive lists', async () => {
    const attack = (await admins(10)).flatMap((by) => [
      () => by.gql(COUNT, { filter }),
      () => by.rest('GET', '/v1/admin/customers?search=nobody&skip=90000'),
    ]);
    await expectUndisturbed('heavy lists of ten admins', repeat(attack));
  });

  it('four exports stall', async () => {
    const [one, two] = [await admin('SALES'), await admin('SALES')];
    const readers = [];
    for (const by of [one, one, two, two]) readers.push(await readSlowly(service.url, by));
    const more = () => one.rest('GET', `${EXPORT}?take=1`);
    const outcomes = await expectUndisturbed('four stalled exports', repeat([more, more]));
    expect([...outcomes.keys()].filter((outcome) => !/^(429|503) /.test(outcome))).toEqual([]);
    for (const reader of readers) reader.hangUp();
    await until(async () => (await more()).status === 200);
  });

  it('twelve admins wait for a locked table', async () => {
    await holder.query('begin; lock table sale in access exclusive mode');
    const attack = (await admins(12)).flatMap((by) => [
      () => by.rest('GET', SALES),
      () => by.gql('{ sales { totalCount nodes { id customer { fullName } } } }'),
      () => by.rest('GET', YEAR),
    ]);
    const other = await admin('SUPPORT');
    const lists = watchList(other, sleep(ATTACK_MS));
    const outcomes = await expectUndisturbed('a locked table', repeat(attack));
    expect(new Set(await lists)).toEqual(new Set(['200 ok']));
    expect(onlyRefused(outcomes)).toEqual([]);
  });

  it('twelve admins write to a table on which an uncommitted transaction creates an index', async () => {
    await holder.query('begin; create index hung on customer (notes)');
    const attack = (await admins(12)).flatMap((by) =>
      Array.from({ length: 2 }, () => () => by.rest('POST', '/v1/admin/customers', { fullName: 'Aziza' })),
    );
    const outcomes = await expectUndisturbed('a hung CREATE INDEX', repeat(attack));
    expect(onlyRefused(outcomes)).toEqual([]);
  });
});

async function watchList(by: Caller, going: Promise<unknown>): Promise<string[]> {
  let isGoing = true;
  going.then(() => {
    isGoing = false;
  });
  const outcomes: string[] = [];
  while (isGoing) {
    outcomes.push(outcome(await by.rest('GET', '/v1/admin/customers?take=1&source=none')));
    await sleep(3 * PAUSE_MS);
  }
  return outcomes;
}

/** What nobody waits for any more does not go on in the database. */
async function expectNothingRuns(): Promise<void> {
  await until(async () => {
    const [{ n }] = await sql(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state = 'active'`,
    );
    return n === 0;
  });
}
