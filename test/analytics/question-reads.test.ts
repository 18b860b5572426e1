import { deviceQuestions } from '../../src/persistence/analytics/device-datasets.ts';
import { installationQuestions } from '../../src/persistence/analytics/installations-dataset.ts';
import { salesQuestions } from '../../src/persistence/analytics/sales-dataset.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { askOf, type Question, shortOf, startAnalytics } from './question-support.ts';
import { aSale, openShop, putSales, type Shop } from './sale-rows.ts';

const DEVICES = { set: deviceQuestions, field: 'deviceMetrics' };
const INSTALLATIONS = { set: installationQuestions, field: 'installationMetrics' };

describe('what is read for a question', () => {
  let app: TestApp;
  let admin: Caller;
  let shop: Shop;

  beforeAll(async () => {
    app = await startAnalytics();
    admin = await app.as('ADMIN');
    shop = await openShop(app);
    await putSales(app, shop, [
      aSale('2026-11-16T04:30:00Z', { unitPrice: 1000, discount: 50, customer: 0 }),
      aSale('2026-11-16T12:00:00Z', { unitPrice: 1000, discount: 150, customer: 0, device: 1 }),
      aSale('2026-11-17T12:00:00Z', { unitPrice: 9000, status: 'CANCELLED', customer: 0 }),
      aSale('2026-11-20T23:00:00Z', { unitPrice: 2000, discount: 100, customer: 1, device: 2 }),
      aSale('2026-11-21T05:00:00Z', { unitPrice: 3000, status: 'CANCELLED', customer: 2, channel: 'WEBSITE' }),
    ]);
  });
  afterAll(() => app.stop());

  const ask = (question: Question) => askOf(admin, { set: salesQuestions, field: 'salesMetrics' }, question);

  it('a device that each sale has is not read for its id, and a device without an owner matches nothing of its owner', async () => {
    const failed = { device: { installations: { none: { status: { eq: 'FAILED' } } } } };
    const { totals, sql } = await ask({ measures: [{ as: 'others', filter: failed }] });
    expect([totals, sql.match(/device d/g)]).toEqual([[3], null]);
    const { totals: owned } = await askOf(admin, DEVICES, {
      measures: [
        { as: 'devices' },
        { as: 'owned', filter: { owner: { sales: { none: { status: { eq: 'DRAFT' } } } } } },
      ],
    });
    expect(owned).toEqual([shop.devices.length, 0]);
  });

  it('the owner of a device is not read for the id', async () => {
    const { sql } = await askOf(admin, INSTALLATIONS, { measures: [{ as: 'owners', distinct: 'OWNER' }] });
    expect(sql).not.toMatch('customer');
  });

  it('sales that do not count are left out before customers are put together, unless a value is of them', async () => {
    const most = (value: object) =>
      ask({
        per: { by: ['CUSTOMER'], values: [{ as: 'sales', ...value }] },
        measures: [{ as: 'customers' }, { as: 'most', max: { each: 'sales' } }],
      });
    const answers = await Promise.all([{}, { all: true }, { metric: 'CANCELLED_ORDERS' }].map(most));
    expect(answers.map(({ totals }) => totals)).toEqual([
      [2, 2],
      [2, 3],
      [2, 1],
    ]);
    expect(answers.map(({ sql }) => sql.includes('having'))).toEqual([false, true, true]);
  });

  it('sales that have no number are left out before the others are numbered', async () => {
    const { totals, sql } = await ask({ metrics: ['ORDERS'], where: [{ number: 'CUSTOMER_SALE_NUMBER', eq: 1 }] });
    expect(totals).toEqual([2]);
    expect(sql).toMatch(/where [(]+s\.status <> 'CANCELLED'[)]+ and [(]+nth/);
  });

  it('a percentile of prices follows from how often each price is there', async () => {
    const prices = [
      { as: 'median', median: { number: 'TOTAL' } },
      { as: 'tenth', percentile: { number: 'TOTAL', at: 0.1 } },
      { as: 'sum', sum: { number: 'UNIT_PRICE' } },
    ];
    const { totals, rows, sql } = await ask({ measures: prices, dimensions: ['SALES_CHANNEL'] });
    expect(totals).toEqual([950, 870, 4000]);
    expect(shortOf({ rows })).toEqual([
      ['DIRECT', 950, 870, 4000],
      ['WEBSITE', null, null, 0],
    ]);
    expect(sql).not.toMatch('percentile_cont');
  });

  it('medians of two numbers, of durations, or beside different customers are of the rows', async () => {
    const median = { as: 'median', median: { number: 'TOTAL' } };
    const others = [
      [{ as: 'price', median: { number: 'UNIT_PRICE' } }, 1000],
      [{ as: 'hours', median: { from: 'SOLD_AT', to: 'CREATED_AT', unit: 'HOURS' } }, 0],
      [{ as: 'customers', distinct: 'CUSTOMER' }, 2],
    ] as const;
    for (const [other, found] of others) {
      const { totals, sql } = await ask({ measures: [median, other], currency: 'UZS' });
      expect([totals[0], sql.includes('percentile_cont')]).toEqual([950, true]);
      if (other.as !== 'hours') expect(totals[1]).toBe(found);
    }
  });

  it('what a measure looks up beside a median of prices is looked up in a reading of its own', async () => {
    const [model = ''] = shop.devices.map((device) => device.model);
    const measures = [
      { as: 'median', median: { number: 'TOTAL' } },
      { as: 'one', filter: { device: { model: { eq: model } } } },
    ];
    const { totals, sql } = await ask({ measures, currency: 'UZS' });
    expect(totals).toEqual([950, 1]);
    expect(sql).toMatch(/exists .* offset 0[)] as f/s);
  });

  it('the first of many customers are found in the order of the customers, and those of a few channels by adding up', async () => {
    const first = (dimension: string) =>
      ask({ metrics: ['REVENUE'], dimensions: [dimension], where: [{ number: 'TOTAL', gt: 0 }], top: { count: 1 } });
    const [customers, channels] = await Promise.all(['CUSTOMER', 'SALES_CHANNEL'].map(first));
    expect(customers?.rows.map(({ metrics }: { metrics: number[] }) => metrics)).toEqual([[1900], [1800]]);
    expect([customers, channels].map((answer) => answer?.sql.includes('order by d0) as f'))).toEqual([true, false]);
  });
});
