import fc from 'fast-check';
import { compile, compileTable, compileTexts } from '../../src/persistence/analytics/compile.ts';
import { batchDataset } from '../../src/persistence/analytics/device-datasets.ts';
import { type AnalyticsQuery, GRAINS } from '../../src/persistence/analytics/query.ts';
import { ask, readTables } from '../../src/persistence/analytics/read-tables.ts';
import { salesDataset, salesQuestions } from '../../src/persistence/analytics/sales-dataset.ts';
import { execute, row } from '../../src/persistence/sql/query.ts';
import { sqlState } from '../../src/persistence/sql/transaction.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import { bucketName, bucketNames, figuresOf } from './plain-count.ts';
import {
  aSale,
  openShop,
  paymentOf,
  putSales,
  SALES_CHANNELS,
  type SaleRow,
  type Shop,
  STATUSES,
} from './sale-rows.ts';

type Metric = keyof typeof salesDataset.metrics;
type Dimension = keyof typeof salesDataset.dimensions;
type Query = AnalyticsQuery<Metric, Dimension>;

const ALL: readonly Metric[] = [
  'orders',
  'units',
  'cancelledOrders',
  'grossRevenue',
  'discount',
  'revenue',
  'refunded',
  'netRevenue',
  'averageOrderValue',
  'refundRate',
  'customers',
];
const now = new Date('2026-11-21T10:00:00Z');
const TASHKENT = 'Asia/Tashkent';
const BERLIN = 'Europe/Berlin';

let app: TestApp;
let shop: Shop;

beforeAll(async () => {
  app = await cleanTestApp();
  shop = await openShop(app);
});
afterAll(() => app.stop());

async function analyse(query: Partial<Query> & Pick<Query, 'metrics'>) {
  const whole = { timeZone: TASHKENT, currency: 'UZS', now, ...query };
  const { table } = await app.runtime.analytics.read((db) => readTables(db, { table: ask(salesDataset, whole) }));
  return table;
}

const range = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });

/** A dimension of a sale, counted without the database. */
function seenIn(dimension: Dimension, sale: SaleRow): string | null {
  const device = shop.devices[sale.device];
  const values: Partial<Record<Dimension, string | null>> = {
    SALES_CHANNEL: sale.channel,
    STATUS: sale.status,
    PAYMENT_STATUS: paymentOf(sale.status),
    CURRENCY: sale.currency,
    DEVICE_MODEL: device?.model ?? null,
    DEVICE_HARDWARE_REVISION: device?.revision ?? null,
    DEVICE_BATCH_CODE: `B-${device?.model}`,
    CUSTOMER_REGION: shop.customers[sale.customer]?.region ?? null,
  };
  return values[dimension] ?? null;
}

describe('analytics figures', () => {
  const sale = fc
    .record({
      at: fc.integer({ min: Date.parse('2026-03-28T00:00:00Z'), max: Date.parse('2026-04-01T00:00:00Z') }),
      currency: fc.constantFrom('UZS', 'UZS', 'USD'),
      unitPrice: fc.integer({ min: 0, max: 2_000_000_000 }),
      discounted: fc.double({ min: 0, max: 1, noNaN: true }),
      returned: fc.double({ min: 0, max: 1, noNaN: true }),
      status: fc.constantFrom(...STATUSES),
      channel: fc.constantFrom(...SALES_CHANNELS),
      device: fc.integer({ min: 0, max: 2 }),
      customer: fc.integer({ min: 0, max: 2 }),
    })
    .map(({ at, discounted, returned, ...facts }): SaleRow => {
      const discount = Math.floor(facts.unitPrice * discounted);
      const total = facts.unitPrice - discount;
      const part = facts.status === 'PAID' || facts.status === 'FULFILLED' ? Math.floor(total * returned) : 0;
      return { ...facts, soldAt: new Date(at), discount, refunded: facts.status === 'REFUNDED' ? total : part };
    });
  const DIMENSIONS = [
    'SALES_CHANNEL',
    'STATUS',
    'PAYMENT_STATUS',
    'DEVICE_MODEL',
    'DEVICE_HARDWARE_REVISION',
    'DEVICE_BATCH_CODE',
    'CUSTOMER_REGION',
  ] as const;
  const question = fc.record({
    zone: fc.constantFrom(TASHKENT, BERLIN, 'UTC', 'America/St_Johns'),
    grain: fc.constantFrom(...GRAINS, undefined),
    dimensions: fc.uniqueArray(fc.constantFrom(...DIMENSIONS), { maxLength: 2 }),
    fromHour: fc.integer({ min: 0, max: 60 }),
    hours: fc.integer({ min: 1, max: 90 }),
    currency: fc.constantFrom('UZS', 'UZS', 'USD', 'EUR'),
  });

  it('equal a naive count, in every bucket, by every dimension, in any time zone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { maxLength: 40, size: 'max' }), question, async (sales, asked) => {
        const from = new Date(Date.parse('2026-03-28T00:00:00Z') + asked.fromHour * 3_600_000);
        const to = new Date(from.getTime() + asked.hours * 3_600_000);
        await putSales(app, shop, sales);
        const table = await analyse({
          metrics: ALL,
          dimensions: asked.dimensions,
          grain: asked.grain,
          range: { from, to },
          timeZone: asked.zone,
          currency: asked.currency,
          limit: 10_000,
        });

        const inside = sales.filter(
          ({ soldAt, currency }) => soldAt >= from && soldAt < to && currency === asked.currency,
        );
        const nameOf = (moment: Date) => (asked.grain ? bucketName(asked.grain, moment, asked.zone) : 'all');
        const buckets = asked.grain ? bucketNames(asked.grain, from, to, asked.zone) : ['all'];
        const keyOf = (found: SaleRow) => JSON.stringify(asked.dimensions.map((name) => seenIn(name, found)));
        const keys = asked.dimensions.length > 0 ? [...new Set(inside.map(keyOf))] : ['[]'];
        const expected = buckets.flatMap((bucket) =>
          keys.map((key) => ({
            bucket,
            key,
            figures: figuresOf(inside.filter((one) => nameOf(one.soldAt) === bucket && keyOf(one) === key)),
          })),
        );
        const found = table.rows.map((row) => ({
          // The first bucket may begin before the range.
          bucket: row.time ? nameOf(row.time) : 'all',
          key: JSON.stringify(asked.dimensions.map((name) => row.dimensions[name])),
          figures: row.metrics,
        }));
        const byPlace = (one: { bucket: string; key: string }, other: { bucket: string; key: string }) =>
          `${one.bucket} ${one.key}` < `${other.bucket} ${other.key}` ? -1 : 1;
        expect(found.sort(byPlace)).toEqual(expected.sort(byPlace));
        expect(table.truncated).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});

describe('analytics buckets', () => {
  it('analytics buckets change at midnight in Asia/Tashkent, which is 19:00 in UTC', async () => {
    await putSales(app, shop, [
      aSale('2026-05-01T18:59:59.999Z', { unitPrice: 1 }),
      aSale('2026-05-01T19:00:00.000Z', { unitPrice: 10 }),
      aSale('2026-05-02T18:59:59.999Z', { unitPrice: 100 }),
      aSale('2026-05-02T19:00:00.000Z', { unitPrice: 1000 }),
    ]);
    const { rows } = await analyse({
      metrics: ['revenue'],
      grain: 'DAY',
      range: range('2026-04-30T19:00:00Z', '2026-05-02T19:00:00Z'),
    });
    expect(rows.map(({ time, metrics }) => [time?.toISOString(), metrics.revenue])).toEqual([
      ['2026-04-30T19:00:00.000Z', 1],
      ['2026-05-01T19:00:00.000Z', 110],
    ]);
  });

  it('analytics buckets are days of 23 hours when clocks go forward in Europe/Berlin', async () => {
    await putSales(app, shop, [
      aSale('2026-03-28T22:59:59.999Z', { unitPrice: 1 }),
      aSale('2026-03-28T23:00:00Z', { unitPrice: 10 }),
      aSale('2026-03-29T21:59:59.999Z', { unitPrice: 100 }),
      aSale('2026-03-29T22:00:00Z', { unitPrice: 1000 }),
    ]);
    const { rows } = await analyse({
      metrics: ['revenue'],
      grain: 'DAY',
      timeZone: BERLIN,
      range: range('2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z'),
    });
    expect(rows.map(({ time, metrics }) => [time?.toISOString(), metrics.revenue])).toEqual([
      ['2026-03-27T23:00:00.000Z', 1],
      ['2026-03-28T23:00:00.000Z', 110],
      ['2026-03-29T22:00:00.000Z', 1000],
    ]);
  });

  it('analytics buckets are days of 25 hours when clocks go back, with both hours of the same name', async () => {
    await putSales(app, shop, [
      aSale('2026-10-24T22:00:00Z', { unitPrice: 1 }),
      aSale('2026-10-25T00:30:00Z', { unitPrice: 10 }),
      aSale('2026-10-25T01:30:00Z', { unitPrice: 100 }),
      aSale('2026-10-25T22:59:59.999Z', { unitPrice: 1000 }),
    ]);
    const asked = {
      metrics: ['revenue'],
      timeZone: BERLIN,
      range: range('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'),
    };
    const days = await analyse({ ...asked, metrics: ['revenue'], grain: 'DAY' });
    expect(days.rows.map(({ time, metrics }) => [time?.toISOString(), metrics.revenue])).toEqual([
      ['2026-10-24T22:00:00.000Z', 1111],
    ]);
    const { rows } = await analyse({ ...asked, metrics: ['revenue'], grain: 'HOUR' });
    expect(rows).toHaveLength(25);
    expect(rows[2]).toMatchObject({ time: new Date('2026-10-25T00:00:00Z'), metrics: { revenue: 10 } });
    expect(rows[3]).toMatchObject({ time: new Date('2026-10-25T01:00:00Z'), metrics: { revenue: 100 } });
  });

  it('analytics buckets skip the hour that the clocks skip, and repeat none when a day is skipped', async () => {
    await putSales(app, shop, []);
    const spring = await analyse({
      metrics: ['orders'],
      grain: 'HOUR',
      timeZone: BERLIN,
      range: range('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'),
    });
    expect(spring.rows).toHaveLength(23);
    // Samoa went from the 29th to the 31st of December 2011.
    const samoa = await analyse({
      metrics: ['orders'],
      grain: 'DAY',
      timeZone: 'Pacific/Apia',
      range: range('2011-12-28T10:00:00Z', '2012-01-01T10:00:00Z'),
    });
    expect(samoa.rows.map(({ time }) => time?.toISOString())).toEqual([
      '2011-12-28T10:00:00.000Z',
      '2011-12-29T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
      '2011-12-31T10:00:00.000Z',
    ]);
  });

  it('analytics buckets that are empty contain zeros for each value of the dimensions, unless they are excluded', async () => {
    await putSales(app, shop, [
      aSale('2026-05-01T07:00:00Z', { channel: 'DIRECT' }),
      aSale('2026-05-03T07:00:00Z', { channel: 'WEBSITE' }),
    ]);
    const asked = { metrics: ['orders'], range: range('2026-04-30T19:00:00Z', '2026-05-03T19:00:00Z') };
    const filled = await analyse({ ...asked, metrics: ['orders'], grain: 'DAY', dimensions: ['SALES_CHANNEL'] });
    expect(filled.rows.map(({ dimensions, metrics }) => [dimensions.SALES_CHANNEL, metrics.orders])).toEqual([
      ['DIRECT', 1],
      ['WEBSITE', 0],
      ['DIRECT', 0],
      ['WEBSITE', 0],
      ['DIRECT', 0],
      ['WEBSITE', 1],
    ]);
    const bare = await analyse({
      ...asked,
      metrics: ['orders'],
      grain: 'DAY',
      dimensions: ['SALES_CHANNEL'],
      fill: false,
    });
    expect(bare.rows.map(({ dimensions, metrics }) => [dimensions.SALES_CHANNEL, metrics.orders])).toEqual([
      ['DIRECT', 1],
      ['WEBSITE', 1],
    ]);
  });
});

describe('an analytics comparison', () => {
  const week = range('2026-05-07T19:00:00Z', '2026-05-14T19:00:00Z');
  const before = range('2026-04-30T19:00:00Z', '2026-05-07T19:00:00Z');

  it('an analytics comparison pairs the days of both periods by their distance', async () => {
    await putSales(app, shop, [
      aSale('2026-05-01T07:00:00Z', { unitPrice: 1 }),
      aSale('2026-05-07T07:00:00Z', { unitPrice: 10 }),
      aSale('2026-05-08T07:00:00Z', { unitPrice: 100 }),
      aSale('2026-05-15T07:00:00Z', { unitPrice: 1000 }),
    ]);
    const { rows } = await analyse({ metrics: ['revenue'], grain: 'DAY', range: week, compareTo: before });
    expect(rows.map(({ metrics, previous }) => [metrics.revenue, previous?.revenue])).toEqual([
      [100, 1],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 10],
    ]);
  });

  it('an analytics comparison includes values of only one period, and counts a sale twice where the periods overlap', async () => {
    await putSales(app, shop, [
      aSale('2026-05-01T07:00:00Z', { channel: 'TELEGRAM' }),
      aSale('2026-05-08T07:00:00Z', { channel: 'WEBSITE' }),
    ]);
    const { rows } = await analyse({
      metrics: ['orders'],
      dimensions: ['SALES_CHANNEL'],
      range: week,
      compareTo: before,
    });
    expect(rows.map((row) => [row.dimensions.SALES_CHANNEL, row.metrics.orders, row.previous?.orders])).toEqual([
      ['TELEGRAM', 0, 1],
      ['WEBSITE', 1, 0],
    ]);
    const both = await analyse({ metrics: ['orders'], range: week, compareTo: week });
    expect(both.rows).toMatchObject([{ metrics: { orders: 1 }, previous: { orders: 1 } }]);
  });
});

describe('an amount of money', () => {
  it('an amount of money never sums two currencies', async () => {
    await putSales(app, shop, [
      aSale('2026-05-01T07:00:00Z', { currency: 'UZS', unitPrice: 5 }),
      aSale('2026-05-01T07:00:00Z', { currency: 'USD', unitPrice: 7 }),
    ]);
    const uzs = await analyse({ metrics: ['revenue'] });
    expect(uzs.rows.map(({ metrics }) => metrics.revenue)).toEqual([5]);
    const each = await analyse({ metrics: ['revenue'], currency: undefined, dimensions: ['CURRENCY'] });
    expect(each.rows.map(({ dimensions, metrics }) => [dimensions.CURRENCY, metrics.revenue])).toEqual([
      ['USD', 7],
      ['UZS', 5],
    ]);
    for (const query of [
      { metrics: ['refundRate'] },
      { metrics: ['orders'], having: [{ metric: 'revenue', gte: 1 }] },
      { metrics: ['orders'], orderBy: [{ metric: 'revenue', direction: 'ASC' }] },
    ] as const) {
      await expect(analyse({ ...query, currency: undefined })).rejects.toThrow(/currency|money/);
    }
  });
});

describe('an analytics query', () => {
  beforeAll(() =>
    putSales(app, shop, [
      aSale('2026-05-01T07:00:00Z', { device: 0, unitPrice: 10 }),
      aSale('2026-05-01T07:00:00Z', { device: 1, unitPrice: 20 }),
      aSale('2026-05-01T07:00:00Z', { device: 1, unitPrice: 30 }),
      aSale('2026-05-01T07:00:00Z', { device: 2, unitPrice: 50, channel: 'WEBSITE' }),
    ]),
  );

  it('an analytics query filters rows, filters groups by a figure, orders by figures, and reports truncation', async () => {
    const models = async (query: Partial<Query>) =>
      (await analyse({ metrics: ['revenue'], dimensions: ['DEVICE_MODEL'], ...query })).rows.map(
        (row) => row.dimensions.DEVICE_MODEL,
      );
    expect(await models({ filter: { salesChannel: { in: ['DIRECT'] } } })).toEqual(['LAMP1', 'LAMP2']);
    expect(await models({ having: [{ metric: 'orders', gte: 2 }] })).toEqual(['LAMP2']);
    expect(await models({ having: [{ metric: 'revenue', gte: 10, lt: 50 }] })).toEqual(['LAMP1']);
    expect(await models({ orderBy: [{ metric: 'orders', direction: 'DESC' }] })).toEqual(['LAMP2', 'CLOCK1', 'LAMP1']);
    expect(await models({ orderBy: [{ dimension: 'DEVICE_MODEL', direction: 'DESC' }] })).toEqual([
      'LAMP2',
      'LAMP1',
      'CLOCK1',
    ]);
    const cut = await analyse({ metrics: ['orders'], dimensions: ['DEVICE_MODEL'], limit: 2 });
    expect([cut.rows.length, cut.truncated]).toEqual([2, true]);
    const whole = await analyse({ metrics: ['orders'], dimensions: ['DEVICE_MODEL'], limit: 3 });
    expect([whole.rows.length, whole.truncated]).toEqual([3, false]);
  });

  it('an analytics query fails if it names something that the data set does not have', () => {
    const base = { metrics: ['orders'], timeZone: TASHKENT, now };
    const days = range('2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z');
    const wrong: readonly (readonly [string, object])[] = [
      ['metrics', { metrics: [] }],
      ['metrics', { metrics: ['orders', 'orders'] }],
      ['metrics', { metrics: ['toString'] }],
      ['dimensions', { dimensions: ['constructor'] }],
      ['dimensions', { dimensions: ['d.model; drop table sale; --'] }],
      ['grain', { grain: 'DAY' }],
      ['grain', { grain: "day', now(), 'UTC') --", range: days }],
      ['range', { range: { from: days.to, to: days.from } }],
      ['compareTo', { compareTo: days }],
      ['limit', { limit: 0 }],
      ['limit', { limit: 10_001 }],
      ['orderBy', { orderBy: [{ dimension: 'DEVICE_MODEL', direction: 'ASC' }] }],
      ['orderBy', { orderBy: [{ time: true, direction: 'ASC' }] }],
      ['filter', { filter: { password: { eq: 'x' } } }],
    ];
    for (const [field, query] of wrong) {
      expect([query, invalidField(() => compile(salesDataset, { ...base, ...query } as never))]).toEqual([
        query,
        field,
      ]);
    }
    const batches = { ...base, metrics: ['batches'] as const };
    expect(invalidField(() => compile(batchDataset, { ...batches, range: days }))).toBe('range');
    expect(invalidField(() => compile(batchDataset, { ...batches, currency: 'UZS' }))).toBe('currency');
  });

  it('an analytics query names only the tables that it reads from', () => {
    const joined = (query: Partial<Query>) => {
      const { text } = compile(salesDataset, { metrics: ['orders'], timeZone: TASHKENT, now, ...query });
      return [...text.matchAll(/join (?!lateral)(\w+) (\w+)/g)].map(([, table]) => table);
    };
    expect(joined({})).toEqual([]);
    expect(joined({ metrics: ['customers', 'orders'] })).toEqual([]);
    expect(joined({ dimensions: ['DEVICE_MODEL'], metrics: ['customers'] })).toEqual(['device']);
    expect(joined({ dimensions: ['DEVICE_BATCH_CODE'], metrics: ['customers'] })).toEqual([
      'device',
      'inventory_batch',
    ]);
    expect(joined({ filter: { customerName: { eq: 'Aziza' } } })).toEqual(['customer']);
    expect(joined({ metrics: ['fromPreorders', 'medianDaysToActivation'] })).toEqual(['preorder', 'device']);
  });

  it('an analytics query passes input of the caller as parameters only', () => {
    // A text of its own for each input that can hold one.
    const nasty = (input: string) => `'; drop table ${input}; --`;
    const query: Query = {
      metrics: ['orders'],
      dimensions: ['CUSTOMER', 'STATUS'],
      timeZone: TASHKENT,
      currency: nasty('currency'),
      grain: 'DAY',
      range: range('2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z'),
      filter: {
        number: { eq: nasty('number'), contains: nasty('part') },
        serial: { in: [nasty('serial'), nasty('another')] },
        status: { eq: nasty('status') },
        salesChannel: { in: [nasty('channel')] },
        currency: { eq: nasty('money') },
        customerName: { eq: nasty('name') },
        customer: {
          region: { in: [nasty('region')] },
          city: { contains: nasty('city') },
          phone: { eq: nasty('phone') },
        },
        or: [{ not: { device: { model: { eq: nasty('model') } } } }],
      },
      top: { count: 3, by: 'orders', direction: 'DESC', rest: true },
      now,
    };
    const whole = ['currency', 'number', 'serial', 'another', 'status', 'channel', 'money', 'model', 'name', 'region'];
    const sent = [...whole.map(nasty), `%${nasty('part')}%`, `%${nasty('city')}%`, `;droptablephone`];
    const dataset = salesQuestions.at(now);
    const statements = [compile(dataset, query), compileTable(dataset, query), compileTexts(dataset, query)];
    for (const { text, values } of statements) {
      expect(text).not.toMatch(/drop|--/i);
      // Names are compared in forms that have one apostrophe; any of them is the same text here.
      const texts = values
        .flat(2)
        .flatMap((value) => (typeof value === 'string' ? value.replace(/^(?:\u02BB|\u034F)/, "'") : []));
      expect([...new Set(texts)].sort()).toEqual(sent.sort());
      // Node divides the time; PostgreSQL is not told the time zone.
      expect(text).not.toContain(TASHKENT);
    }
  });
});

describe('the transaction of an analytics query', () => {
  it('the transaction of an analytics query cannot write', async () => {
    const attempt = app.runtime.analytics.read((db) => execute(db, 'delete from sale'));
    expect(sqlState(await attempt.catch((error) => error))).toBe('25006');
  });

  it('the transaction of an analytics query limits a statement to 8 seconds, and other transactions are not limited', async () => {
    const timeout = `select current_setting('statement_timeout') as "timeout"`;
    const { analytics, em } = app.runtime;
    expect(await analytics.read((db) => row(db, timeout))).toEqual({ timeout: '8s' });
    // As DATABASE_STATEMENT_TIMEOUT_MS of the tests says.
    expect(await row(em(), timeout)).toEqual({ timeout: '1min' });
  });
});

function invalidField(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof Error && 'field' in error ? (String(error.field).split('.')[0] ?? '') : String(error);
  }
  return 'not refused';
}
