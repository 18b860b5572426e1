import pg from 'pg';
import { salesQuestions } from '../../src/persistence/analytics/sales-dataset.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { askOf, type Question, startAnalytics } from './question-support.ts';
import { aSale, openShop, putSales } from './sale-rows.ts';

const ASKING = { set: salesQuestions, field: 'salesMetrics' };
const HOUR_MS = 3_600_000;
/** 416 days. */
const HOURS = 9_984;
const SALES = 3_000;
/** Each part of a statement passes all of them on; what grows with their product is a thousand times more. */
const PARTS = 40;

let app: TestApp;
let admin: Caller;
let client: pg.Client;

beforeAll(async () => {
  app = await startAnalytics();
  admin = await app.as('ADMIN');
  client = new pg.Client({ connectionString: app.database.url });
  await client.connect();
  const begins = Date.parse('2025-10-01T00:00:00Z');
  const shop = await openShop(app);
  const soldAt = (at: number) => new Date(begins + ((at * 7_919) % HOURS) * HOUR_MS).toISOString();
  await putSales(
    app,
    shop,
    Array.from({ length: SALES }, (_, at) => aSale(soldAt(at), { device: at % 3, customer: at % 3 })),
  );
});
afterAll(async () => {
  await client.end();
  await app.stop();
});

/** How many rows of the sales a plan has read. */
function salesIn({ Plans: plans = [], ...node }: Json): number {
  const own = node['Relation Name'] === 'sale' ? node['Actual Rows'] * node['Actual Loops'] : 0;
  return own + plans.reduce((sum: number, plan: Json) => sum + salesIn(plan), 0);
}

/** How many rows the parts of a plan have passed on or looked at in vain. */
function rowsIn({ Plans: plans = [], ...node }: Json): number {
  const names = [
    'Actual Rows',
    'Rows Removed by Filter',
    'Rows Removed by Join Filter',
    'Rows Removed by Index Recheck',
  ];
  const own = names.reduce((sum, name) => sum + (node[name] ?? 0), 0);
  return own * node['Actual Loops'] + plans.reduce((sum: number, plan: Json) => sum + rowsIn(plan), 0);
}

async function planOf(question: Question): Promise<Json> {
  const { sql, sqlParameters } = await askOf(admin, ASKING, question);
  const values = sqlParameters.map((text: string | null) => (text?.startsWith('[') ? JSON.parse(text) : text));
  const { rows } = await client.query(`explain (analyze, format json, timing off) ${sql}`, values);
  return rows[0]['QUERY PLAN'][0].Plan;
}

const YEAR = { grain: 'HOUR', timezone: 'UTC', range: { from: '2025-10-01', to: '2026-11-20' } };

describe('a series of ten thousand buckets', () => {
  it.each([
    ['of hours that are counted already', { metrics: ['ORDERS'] }],
    ['of rows that match a filter', { metrics: ['ORDERS', 'CUSTOMERS'], filter: { unitPrice: { gte: 0 } } }],
    ['by a dimension', { metrics: ['ORDERS'], dimensions: ['CUSTOMER_REGION'], fill: 'NONE' }],
    ['with a top', { metrics: ['ORDERS'], dimensions: ['DEVICE_MODEL'], top: { count: 1 } }],
    ['with a running sum', { metrics: ['ORDERS'], cumulative: ['REVENUE'] }],
    ['with a comparison', { metrics: ['ORDERS', 'CUSTOMERS'], compareTo: 'PREVIOUS_YEAR' }],
  ])('%s costs its rows and its buckets, not their product', async (_what, question) => {
    const processed = rowsIn(await planOf({ ...YEAR, ...question }));
    expect(processed).toBeGreaterThan(SALES);
    expect(processed).toBeLessThan(PARTS * (SALES + 2 * HOURS));
  });
});

it.each([
  ['all groups', {}],
  ['those that come first', { top: { count: 2, by: 'REVENUE' } }],
])('orders of every currency and money of the default one read the sales once: %s', async (_what, more) => {
  const plan = await planOf({
    metrics: ['ORDERS', 'REVENUE'],
    dimensions: ['CUSTOMER'],
    filter: { total: { gte: 0 } },
    ...more,
  });
  // The whole of those that come first is read by itself.
  expect(salesIn(plan)).toBe(Object.keys(more).length > 0 ? 2 * SALES : SALES);
});
