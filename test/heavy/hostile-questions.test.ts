import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openShop } from '../analytics/sale-rows.ts';
import { fillWithCustomers } from '../csv/support.ts';
import { pathOf } from '../exports/support.ts';
import type { Sql } from '../support/app.ts';
import type { Caller, Reply } from '../support/callers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { repetitions } from '../support/repetitions.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, signedIn, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ROWS = 60_000;
/** So that the limits are reached with so few rows, whose names are long: six times as long for a batch of an export. */
const STATEMENT_TIMEOUT_MS = 1_000;
const SCREENS = [
  '/v1/admin/auth/me',
  '/v1/admin/customers?take=5',
  '/v1/admin/devices',
  '/v1/admin/preorders/analytics',
];
const ASK = 'query ($query: SalesQuestion!) { salesMetrics(query: $query) { rows { metrics } } }';
/** So that the screens are not called more often than their rate limits allow. */
const PAUSE_MS = 500;
/** How often each attacker asks all of them: below the rate limit of exports of questions. */
const ROUNDS = repetitions({ quick: 0, heavy: 1, rare: 2 });

const LETTERS = 'bcdfghj';
/** 49 conditions across an edge on each sale, none of which matches. No trigram index finds two letters, so each name is read. */
const SLOW_FILTER = {
  or: Array.from({ length: 49 }, (_, at) => ({
    customerName: { contains: `${LETTERS[at % 7]}${LETTERS[Math.floor(at / 7)]}` },
  })),
};
/** All that has to be sorted, over as many groups as there are sales. */
const METRICS = [
  'REVENUE',
  'ORDERS',
  'CUSTOMERS',
  'MEDIAN_DAYS_TO_ACTIVATION',
  'MEDIAN_DAYS_FROM_PREORDER',
  'REFUND_RATE',
];
const YEARS = { from: '2024-11-22', to: '2026-11-21' };
const HOSTILE: Readonly<Record<string, object>> = {
  'four dimensions by day, the top of them, percentiles, and the year before': {
    metrics: METRICS,
    dimensions: ['CUSTOMER', 'CREATED_BY', 'CUSTOMER_CITY', 'DEVICE_MODEL'],
    grain: 'DAY',
    range: YEARS,
    compareTo: 'PREVIOUS_YEAR',
    fill: 'NONE',
    top: { count: 1_000, by: 'CUSTOMERS' },
    filter: { not: SLOW_FILTER },
  },
  'each customer by hour, cumulative': {
    metrics: METRICS,
    dimensions: ['CUSTOMER'],
    grain: 'HOUR',
    range: { from: '2025-11-22', to: '2026-11-21' },
    compareTo: 'PREVIOUS_PERIOD',
    cumulative: ['REVENUE'],
    fill: 'NONE',
    filter: { not: SLOW_FILTER },
  },
  'everything there is, by a filter that matches nothing': { metrics: ['ORDERS'], filter: SLOW_FILTER },
};
const questions = Object.values(HOSTILE);

let database: TestDatabase;
let pool: pg.Pool;
let sql: Sql;
let service: Service;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool, sql } = openDatabase(database.url));
  service = await startService({
    DATABASE_URL: database.url,
    DATA_DIR: temporaryFolder('hostile'),
    DATABASE_STATEMENT_TIMEOUT_MS: String(STATEMENT_TIMEOUT_MS),
  });
  await fillWithCustomers({ sql }, ROWS, 10, `rpad('Person ' || n, 1700, ' of Tashkent')`);
  const { devices } = await openShop({ sql });
  await sql(
    `insert into sale (id, number, customer_id, device_id, unit_price, discount, total, refunded_total, currency, payment_status, status, sales_channel,
                       sold_at, device_released_at, created_by, created_at, updated_at)
     select gen_random_uuid(), 'I-' || n, id, $1, n, 0, n, 0, 'UZS', 'PAID', 'PAID', 'DIRECT', sold, sold, gen_random_uuid(), sold, sold
       from (select id, n, timestamptz '2026-11-20T00:00:00Z' - n * interval '5 minutes' as sold
               from (select id, row_number() over () as n from customer) numbered) facts`,
    [devices[0]?.id],
  );
  // What autovacuum would do sooner or later: it changes which plans are chosen.
  await sql('vacuum analyze');
});
afterAll(async () => {
  await service.stop();
  await pool.end();
  await database.drop();
});

const admin = (role: Caller['admin']['role'] = 'ADMIN') => signedIn(service, sql, { role });
const asked = (by: Caller, query: object) => by.gql(ASK, { query });
const askedAsFile = (by: Caller, query: object) => by.rest('GET', pathOf('sales-metrics', { query }));

/** `status code` of either transport. */
function outcome({ status, body }: Reply): string {
  const { code, status: inGraphql } = body?.errors?.[0]?.extensions ?? {};
  return code ? `${inGraphql} ${code}` : `${status} ${body?.error?.code ?? 'ok'}`;
}
const messageOf = ({ body }: Reply): string => body?.errors?.[0]?.message ?? body?.error?.message;

/** What questions run in the database, the one that began first at the start. */
const running = async (): Promise<number[]> =>
  (
    await sql(
      `select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and backend_type = 'client backend'
          and query ~ '^with |export_rows' order by query_start`,
    )
  ).map(({ pid }) => pid);

/** Whether a connection runs a statement or is between two of a transaction. */
const isAtWork = async (pid: number): Promise<boolean> =>
  (await sql(`select from pg_stat_activity where pid = $1 and state <> 'idle'`, [pid])).length > 0;

/** Asks for the screens of an admin again and again while something goes on. */
async function watch(by: Caller, going: Promise<unknown>): Promise<string[]> {
  let isGoing = true;
  const ended = going.finally(() => {
    isGoing = false;
  });
  const outcomes: string[] = [];
  while (isGoing) {
    for (const screen of SCREENS) outcomes.push(`${screen} ${outcome(await by.rest('GET', screen))}`);
    outcomes.push(`question ${outcome(await asked(by, { metrics: ['ORDERS'], range: { preset: 'TODAY' } }))}`);
    await sleep(PAUSE_MS);
  }
  await ended;
  return outcomes;
}

const UNDISTURBED = [...SCREENS.map((screen) => `${screen} 200 ok`), 'question 200 ok'];

describe.each([
  ['query', asked],
  ['export', askedAsFile],
])('hostile questions, each as %s', (form, ask) => {
  it.each(Object.entries(HOSTILE))('%s: ends at the limit with what to do', async (_, query) => {
    const reply = await ask(await admin(), query);
    expect(outcome(reply)).toBe('400 QUERY_COST_EXCEEDED');
    expect(messageOf(reply)).toMatch(/took too long.*shorter range, fewer dimensions or a filter/);
    await until(async () => (await running()).length === 0);
  });

  it('two admins ask them all at once, and the screens and questions of another are answered', async () => {
    const attackers = [await admin(), await admin('VIEWER')];
    const attacks = Promise.all(
      attackers.map(async (by) => {
        const replies: Reply[] = [];
        for (let round = 0; round < ROUNDS; round += 1)
          replies.push(...(await Promise.all(questions.map((query) => ask(by, query)))));
        return replies;
      }),
    );
    const outcomes = await watch(await admin('SUPER_ADMIN'), attacks);
    expect([...new Set(outcomes)].sort()).toEqual(UNDISTURBED.toSorted());
    const answers = (await attacks).flat().map(outcome);
    process.stdout.write(`hostile as ${form}: ${outcomes.length} calls of another admin, ${JSON.stringify(answers)}\n`);
    // An admin's own third export waits for the first two, and may wait in vain.
    expect(answers.filter((answer) => !/^(400 QUERY_COST_EXCEEDED|503 OVERLOADED)$/.test(answer))).toEqual([]);
    await until(async () => (await running()).length === 0);
  });
});

describe('a client that leaves a hostile question', () => {
  const query = HOSTILE['everything there is, by a filter that matches nothing'];

  it.each([
    ['query', '/graphql', { method: 'POST', body: JSON.stringify({ query: ASK, variables: { query } }) }],
    ['export', pathOf('sales-metrics', { query }), { method: 'GET' }],
  ])(
    'a client that leaves a hostile question ends its statement before one that began earlier, asked as %s',
    async (_, path, init) => {
      const start = async (before: number[], signal?: AbortSignal) => {
        const { cookie } = await admin();
        const headers = { cookie, 'content-type': 'application/json' };
        const answered = fetch(`${service.url}${path}`, { ...init, headers, signal }).then(
          ({ status }) => status,
          ({ name }) => name,
        );
        let pid = 0;
        const begins = async () => {
          pid = (await running()).find((each) => !before.includes(each)) ?? 0;
          return pid > 0;
        };
        await until(begins, 5);
        return { answered, pid };
      };
      const stays = await start([]);
      const leave = new AbortController();
      const left = await start([stays.pid], leave.signal);
      leave.abort();
      expect(await left.answered).toBe('AbortError');
      // Left alone, the one that began first would reach the limit first.
      await until(async () => !(await isAtWork(left.pid)), 5);
      expect(await isAtWork(stays.pid)).toBe(true);
      expect([200, 400]).toContain(await stays.answered);
      await until(async () => (await running()).length === 0);
    },
  );
});
