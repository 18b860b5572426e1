import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Customer } from '../../src/persistence/customers/customer.entity.ts';
import { openShop } from '../analytics/sale-rows.ts';
import { EXPORT, readSlowly } from '../csv/support.ts';
import type { Sql } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { insertComputed } from '../support/factories/insert.ts';
import { repetitions } from '../support/repetitions.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, signedIn, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const CUSTOMERS = 40_000;
/** So much text that a file of it is more than the sockets between the two ends hold. */
const NOTES = 1_000;
const SALES_ROWS = 20_000;
/** Longer than a statement waits for a lock. */
const ATTACK_MS = repetitions({ quick: 0, heavy: 7_000, rare: 12_000 });
const PAUSE_MS = 100;
/** Below the rate limits of what is watched. */
const MAX_CALLS = 100;
const IDLE_CALLS = 20;
const ME = '/v1/admin/auth/me';
const SALES = '/v1/admin/sales';
const CUSTOMERS_PATH = '/v1/admin/customers';
/**
 * What another admin goes on doing: the second takes a connection of the pool that is attacked. It is an operation that nobody attacks,
 * because half of the connections are for any one.
 */
const WATCHED = [ME, '/v1/admin/preorders?take=1'];

let database: TestDatabase;
let pool: pg.Pool;
let sql: Sql;
let service: Service;
let holder: pg.Client;
/** The mean time of what is watched while nothing else happens, milliseconds. */
let idleMs: number;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool, sql } = openDatabase(database.url));
  [service] = await Promise.all([
    startService({ DATABASE_URL: database.url, DATA_DIR: temporaryFolder('isolation') }),
    fill(),
  ]);
  holder = new pg.Client({ connectionString: database.url });
  holder.on('error', () => undefined);
  await holder.connect();
  const calm = new AbortController();
  idleMs = mean((await watch(await admin(), calm.signal, WATCHED, IDLE_CALLS)).map(({ ms }) => ms));
});
afterEach(() => holder.query('rollback'));
afterAll(async () => {
  await holder.end();
  await service.stop();
  await pool.end();
  await database.drop();
});

/** Customers with texts that no index finds a part of, and sales. */
async function fill(): Promise<void> {
  await insertComputed(sql, Customer, `generate_series(1, ${CUSTOMERS}) n`, {
    id: 'gen_random_uuid()',
    fullName: `'Person ' || n`,
    city: `'City ' || n`,
    country: `'Country ' || n`,
    region: `'Region ' || n`,
    notes: `repeat('ñ', ${NOTES})`,
    source: `'admin'`,
    createdAt: `now() - n * interval '1 millisecond'`,
    updatedAt: 'now()',
  });
  const { customers, devices } = await openShop({ sql });
  await sql(
    `insert into sale (id, number, customer_id, device_id, unit_price, discount, total, refunded_total, currency, payment_status, status, sales_channel,
                       sold_at, device_released_at, created_by, created_at, updated_at)
     select gen_random_uuid(), 'I-' || n, $1, $2, n, 0, n, 0, 'UZS', 'PAID', 'PAID', 'DIRECT', sold, sold, gen_random_uuid(), sold, sold
       from (select n, timestamptz '2025-11-23T00:00:00Z' + n * interval '25 minutes' as sold from generate_series(1, $3::int) n) facts`,
    [customers[0]?.id, devices[0]?.id, SALES_ROWS],
  );
  await sql('analyze');
}

const admin = (role: Caller['admin']['role'] = 'ADMIN') => signedIn(service, sql, { role });
const admins = (count: number) => Promise.all(Array.from({ length: count }, () => admin()));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A request of an attacker, who leaves when the time is over. @returns its outcome: `503 OVERLOADED`, `200 ok` */
type Attack = (left: AbortSignal) => Promise<string>;

const rest =
  (by: Caller, path: string, body?: object): Attack =>
  (left) =>
    outcomeOf(by, path, left, body);
const gql = (by: Caller, query: string, variables?: object): Attack => rest(by, '/graphql', { query, variables });

async function outcomeOf({ cookie }: Caller, path: string, signal: AbortSignal, body?: object): Promise<string> {
  const answer = await fetch(`${service.url}${path}`, {
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal,
  });
  const text = await answer.text();
  const { error, errors } = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {};
  return `${answer.status} ${error?.code ?? errors?.[0]?.extensions?.code ?? 'ok'}`;
}

/** Does what another admin does, until the time is over. */
async function watch(
  by: Caller,
  over: AbortSignal,
  paths = WATCHED,
  most = MAX_CALLS,
): Promise<{ outcome: string; ms: number }[]> {
  const answers: { outcome: string; ms: number }[] = [];
  while (!over.aborted && answers.length < most) {
    const from = performance.now();
    const path = paths[answers.length % paths.length] ?? ME;
    const { status, body } = await by.rest('GET', path);
    answers.push({ outcome: `${status} ${body?.error?.code ?? 'ok'}`, ms: performance.now() - from });
    if (most === MAX_CALLS) await sleep(PAUSE_MS);
  }
  return answers;
}

const NEVER = new AbortController().signal;

/** Each of the attackers calls again as soon as it was answered, until the time is over. @returns how often each outcome came */
async function repeat(
  attackers: readonly Attack[],
  over: AbortSignal,
  { doLeave }: { readonly doLeave: boolean },
): Promise<ReadonlyMap<string, number>> {
  const outcomes = new Map<string, number>();
  await Promise.all(
    attackers.map(async (attack) => {
      while (!over.aborted) {
        const what = await attack(doLeave ? over : NEVER).catch((error: Error) => `failed: ${error.message}`);
        if (doLeave && over.aborted) return;
        outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
        if (what.startsWith('429')) await sleep(1_000);
      }
    }),
  );
  return outcomes;
}

/**
 * Another admin is answered correctly and soon, whatever goes on.
 * @param options `doLeave`: attackers leave when the time is over; otherwise each has its last answer
 */
async function expectUndisturbed(
  what: string,
  attackers: readonly Attack[],
  { paths = WATCHED, doLeave = true } = {},
): Promise<ReadonlyMap<string, number>> {
  const bystander = await admin('SUPPORT');
  const over = AbortSignal.timeout(ATTACK_MS);
  const attack = repeat(attackers, over, { doLeave });
  const answers = await watch(bystander, over, paths);
  const outcomes = await attack;
  const times = answers.map(({ ms }) => ms);
  process.stdout.write(
    `${what}: others ${answers.length} times, mean ${mean(times).toFixed(0)} ms (idle ${idleMs.toFixed(0)}), worst ${Math.max(...times).toFixed(0)} ms; attack ${JSON.stringify(Object.fromEntries(outcomes))}\n`,
  );
  expect(new Set(answers.map((answer) => answer.outcome))).toEqual(new Set(['200 ok']));
  expect(mean(times)).toBeLessThan(150 + 10 * idleMs);
  // What is refused before it reaches the database proves nothing.
  const invalid = [...outcomes.keys()].filter((outcome) => /^(?:4(?!29 )|failed)/.test(outcome));
  // A question that has used up its time is a 400, too.
  expect(invalid.filter((outcome) => outcome !== '400 QUERY_COST_EXCEEDED')).toEqual([]);
  return outcomes;
}

/** Conditions on texts without an index, in turn; none of them matches. */
const texts = (count: number) => ({
  or: Array.from({ length: count }, (_, at) => ({
    [['city', 'country', 'region'][at % 3] ?? 'city']: { contains: `nobody ${at}` },
  })),
});
const counts = (count: number) =>
  `query ($filter: CustomerFilter) { ${Array.from(
    { length: count },
    (_, at) => `c${at}: customers(first: 1, filter: $filter) { totalCount }`,
  ).join(' ')} }`;
/** The most expensive that a document may ask: its cost is close to 10,000. */
const TWENTY_COUNTS = [counts(20), { filter: texts(2) }] as const;
const TWO_COUNTS = [counts(2), { filter: texts(46) }] as const;
const ONE_COUNT = [counts(1), { filter: texts(49) }] as const;
const QUESTION = { metrics: ['CUSTOMERS'], dimensions: ['COUNTRY'], filter: texts(49), limit: 10 };
const QUESTIONS = [
  'query ($query: CustomerQuestion!) { customerMetrics(query: $query) { totals } }',
  { query: QUESTION },
] as const;
const FAR = `{ customers(last: 1, sort: [{ field: CITY, direction: DESC }]) { nodes { id } } }`;
const EVERYWHERE = '{ search(text: "qq") { id kind } }';
const exportOf = (filter: object) => `/v1/admin/exports/customers?filter=${encodeURIComponent(JSON.stringify(filter))}`;

const onlyRefused = (outcomes: ReadonlyMap<string, number>) =>
  [...outcomes.keys()].filter((what) => !/^(503 OVERLOADED|429 RATE_LIMITED)$/.test(what));

describe('another admin gets correct and quick responses while', () => {
  it('one admin sends twelve of the most expensive questions at once, over both transports', async () => {
    const attacker = await admin();
    const path = `/v1/admin/exports/customer-metrics?query=${encodeURIComponent(JSON.stringify(QUESTION))}`;
    const attack = Array.from({ length: 12 }, (_, at) => (at % 2 ? gql(attacker, ...QUESTIONS) : rest(attacker, path)));
    await expectUndisturbed('twelve questions', attack);
    await expectNothingRuns();
  });

  it('one document runs 20 counts, and another the two most expensive', async () => {
    const attack = [gql(await admin(), ...TWENTY_COUNTS), gql(await admin(), ...TWO_COUNTS)];
    const outcomes = await expectUndisturbed('20 counts in a document, and 2 in another', attack, { doLeave: false });
    expect(outcomes.size).toBeGreaterThan(0);
    await expectNothingRuns();
  });

  it('20 documents run one expensive count each', async () => {
    const attacker = await admin();
    await expectUndisturbed(
      '20 documents of a count',
      Array.from({ length: 20 }, () => gql(attacker, ...ONE_COUNT)),
    );
    await expectNothingRuns();
  });

  it('ten admins request expensive lists', async () => {
    const named = { or: Array.from({ length: 49 }, (_, at) => ({ fullName: { contains: `nobody ${at}` } })) };
    const attack = (await admins(10)).flatMap((by) => [
      gql(by, counts(1), { filter: named }),
      rest(by, `${CUSTOMERS_PATH}?search=nobody&skip=${CUSTOMERS - 1}`),
    ]);
    await expectUndisturbed('heavy lists of ten admins', attack);
  });

  it('two admins request the farthest pages, and searches and exports that find nothing', async () => {
    const attack = (await admins(2)).flatMap((by) => [
      gql(by, FAR),
      gql(by, EVERYWHERE),
      rest(by, exportOf(texts(49))),
    ]);
    await expectUndisturbed('far and fruitless reads of two admins', attack);
    await expectNothingRuns();
  });

  it('four exports stall', async () => {
    const [one, two] = [await admin('SALES'), await admin('SALES')];
    const readers = [];
    for (const by of [one, one, two, two]) readers.push(await readSlowly(service.url, by));
    const more = rest(one, `${EXPORT}?take=1`);
    const outcomes = await expectUndisturbed('four stalled exports', [more, more], { doLeave: false });
    expect(outcomes.size).toBeGreaterThan(0);
    expect([...outcomes.keys()].filter((outcome) => !/^(429|503) /.test(outcome))).toEqual([]);
    for (const reader of readers) reader.hangUp();
    await until(async () => (await one.rest('GET', `${EXPORT}?take=1`)).status === 200);
  });

  it('twelve admins wait for a locked table', async () => {
    await holder.query('begin; lock table sale in access exclusive mode');
    const attack = (await admins(12)).flatMap((by) => [
      rest(by, SALES),
      gql(by, '{ sales { totalCount nodes { id customer { fullName } } } }'),
      gql(by, '{ salesMetrics(query: { metrics: [CUSTOMERS] }) { totals } }'),
    ]);
    const outcomes = await expectUndisturbed('a locked table', attack, { doLeave: false });
    expect(outcomes.size).toBeGreaterThan(0);
    expect(onlyRefused(outcomes)).toEqual([]);
  });

  it('twelve admins write to a table on which an uncommitted transaction creates an index', async () => {
    await holder.query('begin; create index hung on customer (notes)');
    const attack = (await admins(12)).flatMap((by) =>
      Array.from({ length: 2 }, () => rest(by, CUSTOMERS_PATH, { fullName: 'Aziza' })),
    );
    const outcomes = await expectUndisturbed('a hung CREATE INDEX', attack, { doLeave: false });
    expect(outcomes.size).toBeGreaterThan(0);
    expect(onlyRefused(outcomes)).toEqual([]);
  });
});

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
