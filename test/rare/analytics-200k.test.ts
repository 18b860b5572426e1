import type { SaleStatus, SalesChannel } from '../../src/model/enums.ts';
import type { AnalyticsQuery } from '../../src/persistence/analytics/query.ts';
import { ask, readTables } from '../../src/persistence/analytics/read-tables.ts';
import { salesDataset } from '../../src/persistence/analytics/sales-dataset.ts';
import { bucketName, bucketNames, figuresOf } from '../analytics/plain-count.ts';
import { openShop, type SaleRow, type Shop } from '../analytics/sale-rows.ts';
import { startTestApp, type TestApp, testClock } from '../support/app.ts';

const SALES = 200_000;
const METRICS = [
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
] as const;
const now = new Date('2026-11-21T10:00:00Z');
/** 22 November 2025 to 21 November 2026, in Tashkent. */
const YEAR = { from: new Date('2025-11-21T19:00:00Z'), to: new Date('2026-11-21T19:00:00Z') };

let app: TestApp;
let shop: Shop;
let sales: readonly SaleRow[];

beforeAll(async () => {
  app = await startTestApp({ clock: testClock(now) });
  shop = await openShop(app);
  await generateSales();
  sales = await readSales();
});
afterAll(() => app.stop());

/** Over 14 months, two currencies, every channel and status; what is random follows from the row's number. */
async function generateSales(): Promise<void> {
  await app.sql(
    `insert into sale (id, number, customer_id, device_id, unit_price, discount, total, currency, payment_status, status,
                       sales_channel, sold_at, device_released_at, refunded_total, created_by, created_at, updated_at)
     select gen_random_uuid(), 'H-' || n, ($1::uuid[])[1 + r % 3], ($2::uuid[])[1 + (r / 3) % 3], price, discount,
            price - discount, case when r % 5 = 0 then 'USD' else 'UZS' end,
            (array['PARTIAL', 'PAID', 'PAID', 'UNPAID', 'REFUNDED'])[1 + s], (array['PENDING', 'PAID', 'FULFILLED', 'CANCELLED', 'REFUNDED'])[1 + s],
            (array['DIRECT', 'INSTAGRAM', 'TELEGRAM', 'WEBSITE', 'RESELLER', 'OFFLINE', 'OTHER'])[1 + (r / 7) % 7],
            sold, sold, case s when 4 then price - discount when 1 then (price - discount) / 10 else 0 end,
            gen_random_uuid(), now(), now()
       from (select n, r, (r / 11) % 5 as s, r % 2000000 as price, (r % 2000000) / (2 + r % 9) as discount,
                    timestamptz '2025-10-01T00:00:00Z' + (r % 36720000000) * interval '1 millisecond' as sold
               from (select n, abs(hashint8extended(n, 42)) as r from generate_series(1, $3::bigint) n) numbers) facts`,
    [shop.customers.map(({ id }) => id), shop.devices.map(({ id }) => id), SALES],
  );
  await app.sql('analyze sale');
}

async function readSales(): Promise<SaleRow[]> {
  const place = (ids: readonly { readonly id: string }[]) => new Map(ids.map(({ id }, at) => [id, at]));
  const [devices, customers] = [place(shop.devices), place(shop.customers)];
  const rows = await app.sql(
    'select sold_at, currency, unit_price, discount, refunded_total, status, sales_channel, device_id, customer_id from sale',
  );
  return rows.map((row) => ({
    soldAt: row.sold_at as Date,
    currency: String(row.currency),
    unitPrice: Number(row.unit_price),
    discount: Number(row.discount),
    refunded: Number(row.refunded_total),
    status: row.status as SaleStatus,
    channel: row.sales_channel as SalesChannel,
    device: devices.get(String(row.device_id)) ?? -1,
    customer: customers.get(String(row.customer_id)) ?? -1,
  }));
}

async function analyse(query: Partial<AnalyticsQuery<(typeof METRICS)[number], 'SALES_CHANNEL' | 'DEVICE_MODEL'>>) {
  const whole = { metrics: METRICS, currency: 'UZS', timeZone: 'UTC', range: YEAR, limit: 10_000, now, ...query };
  const { table } = await app.runtime.analytics.read((db) => readTables(db, { table: ask(salesDataset, whole) }));
  return table;
}

/** The sales of the year in one currency, by whatever a name is made of. */
function grouped(currency: string, nameOf: (sale: SaleRow) => string): Map<string, SaleRow[]> {
  const groups = new Map<string, SaleRow[]>();
  for (const sale of sales) {
    if (sale.currency !== currency || sale.soldAt < YEAR.from || sale.soldAt >= YEAR.to) continue;
    const name = nameOf(sale);
    const group = groups.get(name);
    if (group) group.push(sale);
    else groups.set(name, [sale]);
  }
  return groups;
}

it('the test data has enough sales, in both currencies and also outside of the year', () => {
  expect(sales).toHaveLength(SALES);
  expect(sales.filter(({ currency }) => currency === 'USD').length).toBeGreaterThan(SALES / 10);
  expect(sales.filter(({ soldAt }) => soldAt < YEAR.from || soldAt >= YEAR.to).length).toBeGreaterThan(SALES / 20);
});

describe.each(['Asia/Tashkent', 'Europe/Berlin'])('the analytics of a year with 200,000 sales in %s', (timeZone) => {
  it.each(['DAY', 'HOUR', 'WEEK', 'MONTH'] as const)(
    'the analytics of a year with 200,000 sales by %s equal a naive count',
    async (grain) => {
      const { rows } = await analyse({ timeZone, grain, currency: 'UZS' });
      const groups = grouped('UZS', ({ soldAt }) => bucketName(grain, soldAt, timeZone));
      const expected = bucketNames(grain, YEAR.from, YEAR.to, timeZone).map((name) => [
        name,
        figuresOf(groups.get(name) ?? []),
      ]);
      expect(rows.map(({ time, metrics }) => [bucketName(grain, time ?? now, timeZone), metrics])).toEqual(expected);
    },
  );
});

it('the analytics by day and channel equal a naive count', async () => {
  const timeZone = 'Asia/Tashkent';
  const { rows } = await analyse({ timeZone, grain: 'DAY', dimensions: ['SALES_CHANNEL'], currency: 'USD' });
  const groups = grouped('USD', ({ soldAt, channel }) => `${bucketName('DAY', soldAt, timeZone)} ${channel}`);
  expect(rows).toHaveLength(365 * 7);
  for (const { time, dimensions, metrics } of rows) {
    const name = `${bucketName('DAY', time ?? now, timeZone)} ${dimensions.SALES_CHANNEL}`;
    expect([name, metrics]).toEqual([name, figuresOf(groups.get(name) ?? [])]);
  }
});

it('the totals of the API equal a naive count and plain SQL', async () => {
  const viewer = await app.as('VIEWER');
  const query = 'range=custom&from=2025-11-22&to=2026-11-21';
  const { status, body } = await viewer.rest('GET', `/v1/admin/analytics/sales?${query}`);
  expect(status).toBe(200);
  const counted = figuresOf([...grouped('UZS', () => 'all').values()].flat());
  expect(body.totals).toMatchObject({
    orders: counted.orders,
    revenue: counted.revenue,
    refunded: counted.refunded,
    netRevenue: counted.netRevenue,
    customers: counted.customers,
  });
  const [plain] = await app.sql(
    `select count(*) as orders, sum(total) as revenue from sale
      where currency = 'UZS' and status <> 'CANCELLED' and sold_at >= $1 and sold_at < $2`,
    [YEAR.from, YEAR.to],
  );
  expect([body.totals.orders, body.totals.revenue]).toEqual([Number(plain?.orders), Number(plain?.revenue)]);
  for (const part of ['series', 'byChannel', 'byModel', 'byPaymentStatus']) {
    const sum = body[part].reduce((total: number, { revenue }: { revenue: number }) => total + revenue, 0);
    expect([part, sum]).toEqual([part, counted.revenue]);
  }
});
