import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json, Reply } from '../support/callers.ts';
import { aSale, openShop, putSales, type Shop } from './sale-rows.ts';

/** Three in the afternoon of 21 November in Tashkent. */
const NOW = new Date('2026-11-21T10:00:00Z');
const PATH = '/v1/admin/analytics/sales';

let app: TestApp;
let viewer: Caller;
let shop: Shop;

beforeAll(async () => {
  app = await cleanTestApp(NOW);
  viewer = await app.as('VIEWER');
  shop = await openShop(app);
});
afterAll(() => app.stop());

const FIELDS = `
  range { preset from to timezone currency grain } generatedAt
  totals { orders units grossRevenue discount revenue refunded netRevenue cancelledOrders averageOrderValue refundRate customers }
  previous { from to orders units grossRevenue discount revenue refunded netRevenue cancelledOrders averageOrderValue refundRate customers }
  series { date start orders units grossRevenue discount revenue refunded netRevenue }
  byChannel { channel orders units grossRevenue discount revenue refunded netRevenue }
  byPaymentStatus { paymentStatus orders units grossRevenue discount revenue refunded netRevenue }
  byModel { model orders units grossRevenue discount revenue refunded netRevenue }`;

/** As GraphQL names the ranges of REST. */
const RANGES: Readonly<Record<string, string>> = {
  today: 'TODAY',
  '7d': 'LAST_7_DAYS',
  '30d': 'LAST_30_DAYS',
  year: 'YEAR',
  custom: 'CUSTOM',
};

const transports = {
  REST: (query: Record<string, string>): Promise<Reply> => viewer.rest('GET', `${PATH}?${new URLSearchParams(query)}`),
  GraphQL: async (query: Record<string, string>): Promise<Reply> => {
    const args = Object.entries(query).map(
      ([name, value]) => `${name}: ${name === 'range' ? (RANGES[value] ?? value) : JSON.stringify(value)}`,
    );
    const reply = await viewer.gql(`{ salesAnalytics${args.length > 0 ? `(${args.join(', ')})` : ''} { ${FIELDS} } }`);
    if (!reply.body?.data && !reply.body?.errors) throw new Error(reply.text);
    const [error] = reply.body.errors ?? [];
    const status = error?.extensions.status ?? reply.status;
    if (error) return { ...reply, status, body: { error: error.extensions } };
    const { range, ...others } = reply.body.data.salesAnalytics;
    const [preset] = Object.entries(RANGES).find(([, name]) => name === range.preset) ?? [];
    return { ...reply, status, body: { range: { ...range, preset }, ...others } };
  },
};

describe.each(Object.entries(transports))('getSalesAnalytics: sales analytics over %s', (_name, ask) => {
  beforeAll(() =>
    putSales(app, shop, [
      aSale('2026-11-20T18:59:59.999Z', { unitPrice: 7, channel: 'WEBSITE' }),
      aSale('2026-11-20T19:00:00Z', { unitPrice: 1000, discount: 100, refunded: 300, customer: 0, device: 0 }),
      aSale('2026-11-21T08:30:00Z', { unitPrice: 500, status: 'PENDING', channel: 'WEBSITE', customer: 1, device: 1 }),
      aSale('2026-11-21T08:40:00Z', { unitPrice: 900, status: 'CANCELLED', channel: 'TELEGRAM', device: 2 }),
      aSale('2026-11-21T08:50:00Z', { unitPrice: 5, currency: 'USD', device: 2 }),
    ]),
  );

  it('sales analytics for today contain totals, yesterday, hourly buckets, and the breakdown by source', async () => {
    const { status, body } = await ask({ range: 'today' });
    expect(status).toBe(200);
    expect(body.range).toEqual({
      preset: 'today',
      from: '2026-11-20T19:00:00.000Z',
      to: '2026-11-21T19:00:00.000Z',
      timezone: 'Asia/Tashkent',
      currency: 'UZS',
      grain: 'HOUR',
    });
    expect(body.generatedAt).toBe(NOW.toISOString());
    const today = {
      units: 2,
      orders: 2,
      grossRevenue: 1500,
      discount: 100,
      revenue: 1400,
      refunded: 300,
      netRevenue: 1100,
    };
    expect(body.totals).toMatchObject({
      ...today,
      cancelledOrders: 1,
      averageOrderValue: 700,
      refundRate: 300 / 1400,
      customers: 2,
    });
    expect(body.previous).toMatchObject({
      from: '2026-11-19T19:00:00.000Z',
      to: '2026-11-20T19:00:00.000Z',
      orders: 1,
      revenue: 7,
      refundRate: 0,
    });
    expect(body.series).toHaveLength(24);
    expect(body.series[0]).toMatchObject({ date: '2026-11-21T00:00+05:00', start: body.range.from, revenue: 900 });
    expect(body.series[13]).toMatchObject({ date: '2026-11-21T13:00+05:00', orders: 1, revenue: 500 });
    expect(body.series.filter((bucket: Json) => bucket.orders === 0)).toHaveLength(22);
    expect(body.byChannel).toMatchObject([
      {
        channel: 'DIRECT',
        orders: 1,
        units: 1,
        grossRevenue: 1000,
        discount: 100,
        revenue: 900,
        refunded: 300,
        netRevenue: 600,
      },
      {
        channel: 'WEBSITE',
        orders: 1,
        units: 1,
        grossRevenue: 500,
        discount: 0,
        revenue: 500,
        refunded: 0,
        netRevenue: 500,
      },
    ]);
    expect(body.byPaymentStatus).toMatchObject([
      { paymentStatus: 'PAID', revenue: 900 },
      { paymentStatus: 'PARTIAL', revenue: 500 },
    ]);
    expect(body.byModel).toMatchObject([
      { model: 'LAMP1', revenue: 900 },
      { model: 'LAMP2', revenue: 500 },
    ]);
  });

  it('sales analytics cover 30 days in UZS by default', async () => {
    const { body } = await ask({});
    expect(body.range).toMatchObject({
      preset: '30d',
      currency: 'UZS',
      grain: 'DAY',
      from: '2026-10-22T19:00:00.000Z',
    });
    expect(body.series.map(({ date }: Json) => date).slice(-2)).toEqual(['2026-11-20', '2026-11-21']);
    expect(body.series).toHaveLength(30);
    expect(body.totals).toMatchObject({ orders: 3, revenue: 1407 });
  });

  it('sales analytics for a year cover twelve monthly buckets, and the first is labeled by the first day of the range', async () => {
    const { body } = await ask({ range: 'year' });
    expect(body.series.map(({ date }: Json) => date)).toEqual([
      '2025-11-22',
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
      '2026-04-01',
      '2026-05-01',
      '2026-06-01',
      '2026-07-01',
      '2026-08-01',
      '2026-09-01',
      '2026-10-01',
      '2026-11-01',
    ]);
    expect(body.series.at(-1)).toMatchObject({ orders: 3, revenue: 1407 });
  });

  it('sales analytics for a custom range cover the given days', async () => {
    const { body } = await ask({ range: 'custom', from: '2026-11-18', to: '2026-11-20' });
    expect(body.series.map(({ date, revenue }: Json) => [date, revenue])).toEqual([
      ['2026-11-18', 0],
      ['2026-11-19', 0],
      ['2026-11-20', 7],
    ]);
    expect(body.previous).toMatchObject({
      from: '2026-11-14T19:00:00.000Z',
      to: '2026-11-17T19:00:00.000Z',
      orders: 0,
    });
  });

  it('sales analytics cover one currency only, with zeros if it has no sales', async () => {
    for (const currency of ['USD', 'usd']) {
      const { body } = await ask({ range: '7d', currency });
      expect(body).toMatchObject({ range: { currency: 'USD' }, totals: { orders: 1, revenue: 5 } });
    }
    for (const currency of ['EUR', '', `'; drop table sale; --`]) {
      const { status, body } = await ask({ range: '7d', currency });
      expect([currency, status, body.range.currency, body.series.length]).toEqual([currency, 200, currency, 7]);
      expect(body.totals).toMatchObject({
        orders: 0,
        revenue: 0,
        averageOrderValue: null,
        refundRate: null,
        customers: 0,
      });
      expect([body.byChannel, body.byModel, body.byPaymentStatus]).toEqual([[], [], []]);
    }
  });

  it.each([
    ['INVALID_RANGE', { range: 'custom' }],
    ['INVALID_RANGE', { range: 'custom', from: '2026-11-01' }],
    ['INVALID_RANGE', { range: 'custom', from: '2026-11-02', to: '2026-11-01' }],
    ['INVALID_RANGE', { range: 'custom', from: '2020-01-01', to: '2026-01-01' }],
    ['INVALID_RANGE', { range: '7d', from: '2026-11-01' }],
    ['INVALID_RANGE', { to: '2026-11-01' }],
    ['VALIDATION_FAILED', { range: 'custom', from: 'yesterday', to: '2026-11-01' }],
    ['VALIDATION_FAILED', { range: 'custom', from: '2026-11-01', to: '2026-02-30' }],
  ])('sales analytics fail with %s for %j', async (code, query) => {
    const { status, body } = await ask(query as Record<string, string>);
    expect([status, body.error.code]).toEqual([400, code]);
  });
});

it('sales analytics over REST fail for a range that is none', async () => {
  const { status, body } = await viewer.rest('GET', `${PATH}?range=14d`);
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
});
