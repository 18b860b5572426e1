import { salesQuestions } from '../../src/persistence/analytics/sales-dataset.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import type { Question } from './question-support.ts';
import { aSale, openShop, putSales, type Shop } from './sale-rows.ts';

const DAY_MS = 86_400_000;
/** Saturday, 21 November, in Tashkent. */
const NOW = new Date('2026-11-21T10:00:00Z');
const FIELD = 'salesMetrics';

let app: TestApp;
let admin: Caller;
let shop: Shop;

beforeAll(async () => {
  app = await cleanTestApp(NOW);
  admin = await app.as('ADMIN');
  shop = await openShop(app);
});
afterAll(() => app.stop());

const QUERY = `query Ask($query: ${salesQuestions.prefix}Question!) { ${FIELD}(query: $query) {
  from to previousFrom previousTo totals previousTotals
  rows { bucketLabel partial previousBucketLabel previousPartial unpaired metrics previous change cumulative } } }`;

async function ask(query: Question): Promise<Json> {
  const { body } = await admin.gql(QUERY, { query });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data[FIELD];
}

/** The rows in short: the bucket, how many, the bucket before, how many. */
async function pairsOf(query: Question): Promise<Json[]> {
  const { rows, totals, previousTotals } = await ask({ metrics: ['ORDERS'], ...query });
  const sum = (name: string) => rows.reduce((total: number, row: Json) => total + (row[name][0] ?? 0), 0);
  expect([sum('metrics'), sum('previous')]).toEqual([totals[0], previousTotals[0]]);
  return rows.map(({ bucketLabel, metrics, previousBucketLabel, previous }: Json) => [
    bucketLabel,
    ...metrics,
    previousBucketLabel,
    ...previous,
  ]);
}

/** One sale at noon of each day in Tashkent, from the first up to the last. */
async function sellDaily(first: string, last: string): Promise<void> {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  const noon = (at: number) => new Date(Date.parse(`${first}T07:00:00Z`) + at * DAY_MS).toISOString();
  await putSales(
    app,
    shop,
    Array.from({ length: days }, (_, at) => aSale(noon(at))),
  );
}

describe('a series with a comparison', () => {
  beforeAll(() => sellDaily('2023-12-01', '2026-11-21'));

  it('a series with a comparison compares a week with the week 52 weeks before', async () => {
    const range = { preset: 'PREVIOUS_WEEK' };
    const compareTo = 'PREVIOUS_YEAR';
    expect(await pairsOf({ grain: 'WEEK', range, compareTo })).toEqual([['2026-W46', 7, '2025-W46', 7]]);
    const days = await pairsOf({ grain: 'DAY', range, compareTo });
    expect([days[0], days[6]]).toEqual([
      ['2026-11-09', 1, '2025-11-09', 1],
      ['2026-11-15', 1, '2025-11-15', 1],
    ]);
  });

  it('a series with a comparison compares twelve months with the same twelve months before, the last one up to the same day', async () => {
    const query = { grain: 'MONTH', range: { preset: 'LAST_12_MONTHS' }, compareTo: 'PREVIOUS_PERIOD' };
    const rows = await pairsOf(query);
    expect(rows).toHaveLength(12);
    expect([rows[0], rows[2], rows[11]]).toEqual([
      ['2025-12', 31, '2024-12', 31],
      ['2026-02', 28, '2025-02', 28],
      ['2026-11', 21, '2025-11', 21],
    ]);
    const answer = await ask({ metrics: ['ORDERS'], ...query });
    const partial = answer.rows.map((row: Json) => [row.partial, row.previousPartial]);
    expect([partial[0], partial[10], partial[11]]).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
  });

  it.each([
    ['PREVIOUS_MONTH', 'MONTH', [['2026-10', 31, '2026-09', 30]]],
    ['THIS_MONTH', 'MONTH', [['2026-11', 21, '2026-10', 21]]],
    ['PREVIOUS_QUARTER', 'QUARTER', [['2026-Q3', 92, '2026-Q2', 91]]],
    ['PREVIOUS_YEAR', 'YEAR', [['2025', 365, '2024', 366]]],
    ['THIS_WEEK', 'WEEK', [['2026-W47', 6, '2026-W46', 6]]],
    ['YESTERDAY', 'DAY', [['2026-11-20', 1, '2026-11-19', 1]]],
  ] as const)(
    'a series with a comparison compares %s by %s with the same of the period before',
    async (preset, grain, rows) => {
      expect(await pairsOf({ grain, range: { preset }, compareTo: 'PREVIOUS_PERIOD' })).toEqual(rows);
    },
  );

  it('a series with a comparison shows days that only one of two months has, and compares them with nothing', async () => {
    const february = await pairsOf({
      grain: 'DAY',
      range: { from: '2026-02-01', to: '2026-02-28' },
      compareTo: 'PREVIOUS_PERIOD',
    });
    expect(february.slice(27)).toEqual([
      ['2026-02-28', 1, '2026-01-28', 1],
      [null, null, '2026-01-29', 1],
      [null, null, '2026-01-30', 1],
      [null, null, '2026-01-31', 1],
    ]);
    const march = await pairsOf({
      grain: 'DAY',
      range: { from: '2026-03-01', to: '2026-03-31' },
      compareTo: 'PREVIOUS_PERIOD',
    });
    expect(march.slice(27)).toEqual([
      ['2026-03-28', 1, '2026-02-28', 1],
      ['2026-03-29', 1, null, null],
      ['2026-03-30', 1, null, null],
      ['2026-03-31', 1, null, null],
    ]);
  });

  it('a series with a comparison marks 29 February, which only one of two years has', async () => {
    const range = { from: '2025-02-27', to: '2025-03-02' };
    const query = { metrics: ['ORDERS'], grain: 'DAY', range, compareTo: 'PREVIOUS_YEAR', cumulative: ['ORDERS'] };
    const { rows } = await ask(query);
    expect(
      rows.map((row: Json) => [
        row.bucketLabel,
        row.previousBucketLabel,
        row.unpaired,
        row.change[0],
        row.cumulative[0],
      ]),
    ).toEqual([
      ['2025-02-27', '2024-02-27', false, 0, 1],
      ['2025-02-28', '2024-02-28', false, 0, 2],
      [null, '2024-02-29', true, null, 2],
      ['2025-03-01', '2024-03-01', false, 0, 3],
      ['2025-03-02', '2024-03-02', false, 0, 4],
    ]);
    const leap = { range: { from: '2024-02-28', to: '2024-03-01' }, compareTo: 'PREVIOUS_YEAR', grain: 'DAY' };
    expect(
      (await ask({ metrics: ['ORDERS'], ...leap })).rows.map((row: Json) => [row.bucketLabel, row.unpaired]),
    ).toEqual([
      ['2024-02-28', false],
      ['2024-02-29', true],
      ['2024-03-01', false],
    ]);
  });

  it('a series with a comparison compares an hour with that of the same name where the clocks of one of the days are changed', async () => {
    const berlin = { grain: 'HOUR', timezone: 'Europe/Berlin', compareTo: 'PREVIOUS_PERIOD' };
    const spring = await pairsOf({ ...berlin, range: { from: '2026-03-29', to: '2026-03-29' } });
    expect(spring.map(([hour, , before]) => [hour?.slice(11), before?.slice(11)]).slice(1, 4)).toEqual([
      ['01:00+01:00', '01:00+01:00'],
      [undefined, '02:00+01:00'],
      ['03:00+02:00', '03:00+01:00'],
    ]);
    const autumn = await pairsOf({ ...berlin, range: { from: '2026-10-25', to: '2026-10-25' } });
    expect(autumn.map(([hour, , before]) => [hour?.slice(11), before?.slice(11)]).slice(1, 5)).toEqual([
      ['01:00+02:00', '01:00+02:00'],
      ['02:00+02:00', '02:00+02:00'],
      ['02:00+01:00', undefined],
      ['03:00+01:00', '03:00+02:00'],
    ]);
  });

  it('a series with a comparison compares weeks with whole weeks where the period is not made of them', async () => {
    expect(await pairsOf({ grain: 'WEEK', range: { preset: 'LAST_30_DAYS' }, compareTo: 'PREVIOUS_PERIOD' })).toEqual([
      ['2026-W43', 3, '2026-W39', 5],
      ['2026-W44', 7, '2026-W40', 7],
      ['2026-W45', 7, '2026-W41', 7],
      ['2026-W46', 7, '2026-W42', 7],
      ['2026-W47', 6, '2026-W43', 4],
    ]);
  });

  it('a series with a comparison marks a bucket that is not over yet', async () => {
    const { rows } = await ask({ metrics: ['ORDERS'], grain: 'DAY', range: { preset: 'LAST_7_DAYS' } });
    expect(rows.map((row: Json) => row.partial)).toEqual([false, false, false, false, false, false, true]);
  });
});

describe('a series without empty buckets', () => {
  beforeAll(() =>
    putSales(app, shop, [
      aSale('2026-11-02T07:00:00Z', { status: 'CANCELLED' }),
      aSale('2026-11-03T07:00:00Z', { unitPrice: 0 }),
      aSale('2026-11-04T07:00:00Z'),
      aSale('2026-10-05T07:00:00Z'),
    ]),
  );
  const november = { grain: 'DAY', range: { preset: 'THIS_MONTH' }, fill: 'NONE' };
  const labels = async (query: Question) =>
    (await ask({ ...november, ...query })).rows.map(({ bucketLabel }: Json) => bucketLabel);

  it('a series without empty buckets has no row in which all that was asked for is nothing', async () => {
    expect(await labels({ metrics: ['ORDERS'] })).toEqual(['2026-11-03', '2026-11-04']);
    expect(await labels({ metrics: ['REVENUE', 'REFUNDED'] })).toEqual(['2026-11-04']);
    expect(await labels({ metrics: ['CANCELLED_ORDERS'] })).toEqual(['2026-11-02']);
  });

  it('a series without empty buckets has the rows whose rates or means are 0 or compare with something', async () => {
    expect(await labels({ metrics: ['AVERAGE_ORDER_VALUE'] })).toEqual(['2026-11-03', '2026-11-04']);
    expect(await labels({ metrics: ['REFUND_RATE'] })).toEqual(['2026-11-04']);
    expect(await labels({ metrics: ['REVENUE'], compareTo: 'PREVIOUS_PERIOD' })).toEqual(['2026-11-04', '2026-11-05']);
  });
});
