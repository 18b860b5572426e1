import { salesQuestions } from '../../src/persistence/analytics/sales-dataset.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import {
  askOf,
  itFollowsTheRules,
  NOW,
  type Question,
  refusalOf,
  shortOf,
  startAnalytics,
} from './question-support.ts';
import { aSale, openShop, putSales, type Shop } from './sale-rows.ts';

const ASKING = { set: salesQuestions, field: 'salesMetrics' };

let app: TestApp;
let admin: Caller;
let shop: Shop;

beforeAll(async () => {
  app = await startAnalytics();
  admin = await app.as('ADMIN');
  shop = await openShop(app);
});
afterAll(() => app.stop());

const ask = (question: Question) => askOf(admin, ASKING, question);
const short = async (question: Question) => shortOf(await ask(question));

describe('getSalesMetrics: a question about sales', () => {
  itFollowsTheRules(() => app, {
    ...ASKING,
    list: 'listSales',
    guards: {
      PREORDER_ASSIGNED_ADMIN: 'listAdminOptions',
      DEVICE_OWNER: 'getCustomer',
      CUSTOMER: 'getCustomer',
      DEVICE: 'getDevice',
      PREORDER: 'getPreorder',
      CREATED_BY: 'listAdminOptions',
    },
    across: {
      getCustomer: { customer: { region: { eq: 'Tashkent' } } },
      getDevice: { device: { model: { eq: 'L' } } },
    },
  });

  it('a question about sales needs the roles of the edge that a metric follows, wherever it is named', async () => {
    // Whoever may see sales may also see devices: the role of neither shows that it is asked for.
    const metric = 'MEDIAN_DAYS_TO_ACTIVATION';
    const asked: Question[] = [
      { metrics: [metric] },
      { metrics: ['ORDERS'], having: [{ metric, gte: 1 }] },
      { metrics: ['ORDERS'], orderBy: [{ metric }] },
      { metrics: ['ORDERS'], dimensions: ['STATUS'], top: { count: 1, by: metric } },
    ];
    for (const question of asked) {
      expect(await refusalOf(await app.as('OPERATIONS'), ASKING, question)).toEqual([403, 'ROLE_FORBIDDEN', undefined]);
      expect(await refusalOf(admin, ASKING, question)).toEqual([200, undefined, undefined]);
    }
  });

  it('a question about sales treats null in a part of a part as not given', async () => {
    const inside = await ask({
      metrics: ['ORDERS'],
      dimensions: ['STATUS'],
      range: { preset: 'TODAY', from: null, to: null },
      having: [{ metric: 'ORDERS', gte: 0, gt: null }],
      orderBy: [{ metric: 'ORDERS', dimension: null, time: null, direction: null }],
      top: { count: 1, by: null, direction: null, rest: null },
    });
    expect(inside.rows).toEqual([]);
  });

  describe('of a small shop', () => {
    beforeAll(() =>
      putSales(app, shop, [
        aSale('2026-11-02T05:00:00Z', { unitPrice: 100, device: 0, customer: 0 }),
        aSale('2026-11-03T05:00:00Z', { unitPrice: 200, discount: 50, device: 1, customer: 0, refunded: 30 }),
        aSale('2026-11-03T06:00:00Z', { unitPrice: 300, device: 1, customer: 1, channel: 'WEBSITE' }),
        aSale('2026-11-05T05:00:00Z', { unitPrice: 7, currency: 'USD', device: 2, customer: 2, channel: 'WEBSITE' }),
        aSale('2026-11-05T05:00:00Z', { unitPrice: 900, device: 2, customer: 2, status: 'CANCELLED' }),
        aSale('2026-10-03T05:00:00Z', { unitPrice: 60, device: 0, customer: 2, channel: 'WEBSITE' }),
      ]),
    );
    const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

    it('a question about sales leaves out groups of nothing if it says so, with a grain and without one', async () => {
      const question = { metrics: ['REVENUE'], dimensions: ['CURRENCY', 'STATUS'], currency: 'UZS', range: NOVEMBER };
      const nothing = ['UZS', 'CANCELLED', 0];
      const paid = ['UZS', 'PAID', 550];
      expect(await short(question)).toEqual([nothing, paid]);
      expect(await short({ ...question, fill: 'NONE' })).toEqual([paid]);
      expect(await short({ ...question, fill: 'NONE', grain: 'MONTH' })).toEqual([['2026-11', ...paid]]);
      expect(await short({ metrics: ['REVENUE'], filter: { status: { eq: 'CANCELLED' } }, fill: 'NONE' })).toEqual([
        [0],
      ]);
    });

    it('the answer to a question about sales names its columns, totals, range, zone, currency and time', async () => {
      const table = await ask({
        metrics: ['NET_REVENUE', 'REFUND_RATE'],
        dimensions: ['SALES_CHANNEL'],
        grain: 'MONTH',
        range: NOVEMBER,
        compareTo: 'PREVIOUS_PERIOD',
        cumulative: ['ORDERS', 'REVENUE'],
      });
      expect(table).toMatchObject({
        dataSet: 'SALES',
        rowCount: 2,
        truncated: false,
        timezone: 'Asia/Tashkent',
        currency: 'UZS',
        from: '2026-10-31T19:00:00.000Z',
        to: '2026-11-30T19:00:00.000Z',
        previousFrom: '2026-09-30T19:00:00.000Z',
        previousTo: '2026-10-31T19:00:00.000Z',
        asOf: '2026-11-21T10:00:00.000Z',
        totals: [520, 30 / 550],
        previousTotals: [60, 0],
      });
      expect(table.columns.map((column: Json) => Object.values(column))).toEqual([
        ['MONTH', 'Month', 'TIME', 'DATETIME', null],
        ['SALES_CHANNEL', 'Sales channel', 'DIMENSION', 'ENUM', null],
        ['NET_REVENUE', 'Net revenue', 'METRIC', 'MONEY', 'UZS'],
        ['REFUND_RATE', 'Refund rate', 'METRIC', 'RATIO', 'share'],
        ['NET_REVENUE', 'Net revenue', 'PREVIOUS', 'MONEY', 'UZS'],
        ['REFUND_RATE', 'Refund rate', 'PREVIOUS', 'RATIO', 'share'],
        ['NET_REVENUE', 'Net revenue', 'CHANGE', 'RATIO', 'share'],
        ['REFUND_RATE', 'Refund rate', 'CHANGE', 'RATIO', 'share'],
        ['ORDERS', 'Orders', 'CUMULATIVE', 'INTEGER', 'count'],
        ['REVENUE', 'Revenue', 'CUMULATIVE', 'MONEY', 'UZS'],
      ]);
      expect(table.rows).toEqual([
        {
          bucketStart: '2026-10-31T19:00:00.000Z',
          bucketLabel: '2026-11',
          rest: false,
          dimensions: ['DIRECT'],
          labels: ['DIRECT'],
          metrics: [220, 30 / 250],
          previous: [0, null],
          change: [null, null],
          cumulative: [2, 250],
        },
        {
          bucketStart: '2026-10-31T19:00:00.000Z',
          bucketLabel: '2026-11',
          rest: false,
          dimensions: ['WEBSITE'],
          labels: ['WEBSITE'],
          metrics: [300, 0],
          previous: [60, 0],
          change: [4, null],
          // An order in USD among them: it counts, and its money does not.
          cumulative: [2, 300],
        },
      ]);
    });

    it('a question about sales of a small shop counts everything without a range, with a row of zeros where there is nothing', async () => {
      const { rows, from, to, previousTotals } = await ask({ metrics: ['ORDERS', 'CANCELLED_ORDERS'] });
      expect([rows[0].metrics, rows[0].bucketLabel, from, to, previousTotals]).toEqual([
        [5, 1],
        null,
        null,
        null,
        null,
      ]);
      const nothing = { metrics: ['ORDERS', 'REVENUE', 'REFUND_RATE', 'AVERAGE_ORDER_VALUE'], currency: 'EUR' };
      expect(await short(nothing)).toEqual([[0, 0, null, null]]);
      const empty = await ask({ ...nothing, dimensions: ['STATUS'], grain: 'DAY', range: NOVEMBER });
      expect([empty.rows, empty.totals, empty.truncated]).toEqual([[], [0, 0, null, null], false]);
    });

    it('a question about sales of a small shop never adds two currencies: without one it counts UZS, groups by CURRENCY, or has no money', async () => {
      expect(await ask({ metrics: ['REVENUE'] })).toMatchObject({ currency: 'UZS', totals: [610] });
      expect(await ask({ metrics: ['ORDERS'] })).toMatchObject({ currency: null, totals: [5] });
      // Money counts wherever it is named.
      const range = { range: NOVEMBER, grain: 'MONTH' };
      for (const question of [
        { having: [{ metric: 'REVENUE', gte: 1 }] },
        { orderBy: [{ metric: 'REVENUE' }] },
        { dimensions: ['STATUS'], top: { count: 2, by: 'REVENUE' } },
        { ...range, cumulative: ['REVENUE'] },
      ]) {
        expect(await ask({ metrics: ['ORDERS'], ...question })).toMatchObject({ currency: 'UZS' });
      }
      const each = await ask({ metrics: ['ORDERS', 'REVENUE'], dimensions: ['CURRENCY'] });
      expect([shortOf(each), each.totals, each.currency]).toEqual([
        [
          ['USD', 1, 7],
          ['UZS', 4, 610],
        ],
        [5, null],
        null,
      ]);
      expect(each.columns[2].unit).toBeNull();
      const { rows } = await ask({
        metrics: ['ORDERS', 'REVENUE', 'REFUND_RATE'],
        dimensions: ['CURRENCY', 'DEVICE_MODEL'],
        top: { count: 1 },
        grain: 'MONTH',
        range: NOVEMBER,
        compareTo: 'PREVIOUS_PERIOD',
        cumulative: ['ORDERS', 'REVENUE'],
      });
      expect(
        rows.map(({ rest, ...row }: Json) => [rest, row.metrics, row.previous, row.change, row.cumulative]),
      ).toEqual([
        [false, [2, 450, 30 / 450], [0, 0, null], [null, null, null], [2, 450]],
        [true, [2, null, null], [1, null, null], [1, null, null], [2, null]],
      ]);
    });

    it('a question about sales of a small shop has the totals of all that matches the filter, whatever having, top and limit leave out', async () => {
      const models = { metrics: ['ORDERS', 'CUSTOMERS'], dimensions: ['DEVICE_MODEL'], currency: 'UZS' };
      const whole = await ask(models);
      expect([shortOf(whole), whole.totals]).toEqual([
        [
          ['CLOCK1', 0, 0],
          ['LAMP1', 2, 2],
          ['LAMP2', 2, 2],
        ],
        [4, 3],
      ]);
      for (const less of [
        { having: [{ metric: 'ORDERS', gte: 5 }] },
        { limit: 1 },
        { top: { count: 1, rest: false } },
        { top: { count: 1 }, having: [{ metric: 'CUSTOMERS', lt: 1 }] },
      ]) {
        expect((await ask({ ...models, ...less })).totals).toEqual([4, 3]);
      }
      expect((await ask({ ...models, filter: { salesChannel: { in: ['WEBSITE'] } } })).totals).toEqual([2, 2]);
    });

    it('a question about sales of a small shop cuts rows off at its limit, and says so and how many there are', async () => {
      const channels = { metrics: ['ORDERS'], dimensions: ['DEVICE_MODEL'] };
      expect(await ask({ ...channels, limit: 2 })).toMatchObject({ rows: { length: 2 }, rowCount: 3, truncated: true });
      expect(await ask({ ...channels, limit: 3 })).toMatchObject({ rowCount: 3, truncated: false });
      const filled = { metrics: ['ORDERS'], grain: 'DAY', range: NOVEMBER, limit: 4 };
      expect(await ask(filled)).toMatchObject({ rows: { length: 4 }, rowCount: 30, truncated: true });
      expect(await ask({ ...filled, having: [{ metric: 'ORDERS', gte: 1 }], limit: 1 })).toMatchObject({ rowCount: 3 });
      expect(await ask({ ...channels, top: { count: 1 }, limit: 1 })).toMatchObject({ rowCount: 2, truncated: true });
    });

    it('a question about sales of a small shop has the first by a metric and the rest as one row, also of a metric that does not add up', async () => {
      const top = { metrics: ['CUSTOMERS', 'ORDERS'], dimensions: ['DEVICE_MODEL'], currency: 'UZS' };
      const { rows } = await ask({ ...top, top: { count: 1, by: 'ORDERS' } });
      expect(rows.map(({ rest, dimensions, labels, metrics }: Json) => [rest, dimensions, labels, metrics])).toEqual([
        [false, ['LAMP1'], ['LAMP1'], [2, 2]],
        [true, [null], [null], [2, 2]],
      ]);
      expect(await short({ ...top, top: { count: 1, by: 'ORDERS', direction: 'ASC', rest: false } })).toEqual([
        ['CLOCK1', 0, 0],
      ]);
      expect(await short({ ...top, top: { count: 3 } })).toHaveLength(3);
      // The first of the question is what `top` goes by.
      expect(await short({ ...top, metrics: ['CANCELLED_ORDERS'], top: { count: 1, rest: false } })).toEqual([
        ['CLOCK1', 1],
      ]);
    });

    it('a question about sales of a small shop shows names instead of ids', async () => {
      const { id, name } = await insertAdmin(app.sql, NOW, { name: 'Dilnoza' });
      await app.sql(`update sale set created_by = $1 where currency = 'USD'`, [id]);
      const { rows } = await ask({
        metrics: ['ORDERS'],
        dimensions: ['CREATED_BY', 'CUSTOMER'],
        filter: { currency: { eq: 'USD' } },
      });
      expect(rows).toMatchObject([{ dimensions: [id, shop.customers[2]?.id], labels: [name, 'Aziza'] }]);
    });

    it('a question about sales of a small shop can be cumulative only by what adds up from sums', async () => {
      const series = { metrics: ['ORDERS'], grain: 'DAY', range: NOVEMBER };
      expect(await refusalOf(admin, ASKING, { ...series, cumulative: ['CUSTOMERS'] })).toEqual([
        400,
        'VALIDATION_FAILED',
        'query.cumulative',
      ]);
      const { rows } = await ask({ ...series, cumulative: ['REVENUE', 'AVERAGE_ORDER_VALUE'], fill: 'NONE' });
      expect(rows.map((row: Json) => [row.bucketLabel, ...row.cumulative])).toEqual([
        ['2026-11-02', 100, 100],
        ['2026-11-03', 550, 183],
        ['2026-11-05', 550, 183],
      ]);
    });

    it('a question about sales of a small shop counts by another time of the sale', async () => {
      await app.sql(`update sale set cancelled_at = '2026-11-19T05:00:00Z' where status = 'CANCELLED'`);
      expect(
        await short({
          metrics: ['CANCELLED_ORDERS', 'ORDERS'],
          time: 'CANCELLED_AT',
          grain: 'DAY',
          fill: 'NONE',
          range: NOVEMBER,
        }),
      ).toEqual([['2026-11-19', 1, 0]]);
    });
  });

  describe('over a change of clocks', () => {
    beforeAll(() =>
      putSales(app, shop, [
        aSale('2026-03-28T22:59:59.999Z'),
        aSale('2026-03-28T23:00:00Z'),
        aSale('2026-03-29T21:59:59.999Z'),
        aSale('2026-10-25T00:30:00Z'),
        aSale('2026-10-25T01:30:00Z'),
        aSale('2026-10-25T22:59:59.999Z'),
      ]),
    );
    const berlin = { metrics: ['ORDERS'], timezone: 'Europe/Berlin' };

    it('a question about sales over a change of clocks has a day of 23 hours, and skips the hour that the clocks skip', async () => {
      const range = { from: '2026-03-29', to: '2026-03-29' };
      const days = await ask({ ...berlin, grain: 'DAY', range });
      expect([shortOf(days), days.from, days.to]).toEqual([
        [['2026-03-29', 2]],
        '2026-03-28T23:00:00.000Z',
        '2026-03-29T22:00:00.000Z',
      ]);
      const labels = (await short({ ...berlin, grain: 'HOUR', range })).map(([label]: Json) => label);
      expect(labels).toHaveLength(23);
      expect(labels.slice(1, 3)).toEqual(['2026-03-29T01:00+01:00', '2026-03-29T03:00+02:00']);
    });

    it('a question about sales over a change of clocks has a day of 25 hours, and tells two hours of the same name apart', async () => {
      const range = { from: '2026-10-25', to: '2026-10-25' };
      expect(await short({ ...berlin, grain: 'DAY', range })).toEqual([['2026-10-25', 3]]);
      const hours = await short({ ...berlin, grain: 'HOUR', range });
      expect(hours).toHaveLength(25);
      expect(hours.slice(2, 4)).toEqual([
        ['2026-10-25T02:00+02:00', 1],
        ['2026-10-25T02:00+01:00', 1],
      ]);
    });

    it('a question about sales over a change of clocks begins a day that has two midnights with the first', async () => {
      await putSales(app, shop, [aSale('2026-10-25T00:30:00Z'), aSale('2026-10-25T01:30:00Z')]);
      const range = { from: '2026-10-25', to: '2026-10-25' };
      const azores = await ask({ metrics: ['ORDERS'], timezone: 'Atlantic/Azores', grain: 'DAY', range });
      expect([azores.from, azores.rows[0].bucketStart, azores.rows[0].metrics]).toEqual([
        '2026-10-25T00:00:00.000Z',
        '2026-10-25T00:00:00.000Z',
        [2],
      ]);
    });
  });

  it('a question about sales may have as many buckets as a year of hours, and cells as a filled series may', async () => {
    await putSales(app, shop, [aSale('2026-01-01T05:00:00Z'), aSale('2026-02-01T05:00:00Z', { device: 1 })]);
    const year = { metrics: ['ORDERS'], grain: 'HOUR', range: { from: '2025-11-22', to: '2026-11-21' } };
    expect(await ask({ ...year, limit: 1 })).toMatchObject({ rowCount: 8_760, truncated: true, totals: [2] });
    expect((await ask({ ...year, dimensions: ['DEVICE_MODEL'], fill: 'NONE' })).rows).toHaveLength(2);
    const many = Array.from({ length: 23 }, (_, at) => aSale('2026-01-01T05:00:00Z', { unitPrice: at + 1 }));
    await putSales(app, shop, many);
    await app.sql('update sale set created_by = gen_random_uuid()');
    const wide = { ...year, dimensions: ['CREATED_BY'], limit: 1 };
    expect(await refusalOf(admin, ASKING, wide)).toEqual([400, 'VALIDATION_FAILED', 'query.fill']);
    expect(await ask({ ...wide, fill: 'NONE' })).toMatchObject({ totals: [23], truncated: true });
    expect(await ask({ ...wide, top: { count: 5 } })).toMatchObject({ totals: [23], truncated: true });
  });
});
