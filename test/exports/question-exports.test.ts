import { questionExports } from '../../src/domain/analytics/index.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeSale } from '../support/factories/sale.ts';
import { dataOf } from '../support/graphql-reads.ts';
import { exported, objectsOf, recordsOf } from './support.ts';

let app: RunningApp;
let admin: Caller;
let names: string[];

beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('SUPER_ADMIN');
  const at = (day: string) => new Date(`2026-03-${day}T08:00:00Z`);
  const first = await makeSale(app, { soldAt: at('02'), unitPrice: 100, salesChannel: 'DIRECT' });
  await makeSale(app, { soldAt: at('02'), unitPrice: 250, salesChannel: 'WEBSITE', customerId: first.customerId });
  await makeSale(app, { soldAt: at('04'), unitPrice: 50, salesChannel: 'DIRECT' });
  await app.sql(`update customer set full_name = '=Зара; "A"' where id = $1`, [first.customerId]);
  names = (await app.sql('select full_name from customer order by full_name')).map(({ full_name }: Json) => full_name);
});
afterAll(() => app.stop());

const RANGE = { from: '2026-03-01', to: '2026-03-04' };
const BY_DAY = {
  metrics: ['ORDERS', 'AVERAGE_ORDER_VALUE'],
  dimensions: ['SALES_CHANNEL'],
  grain: 'DAY',
  range: RANGE,
  compareTo: 'PREVIOUS_PERIOD',
  cumulative: ['ORDERS'],
};

describe('the export of a question', () => {
  it('the export of a question has what GraphQL answers, row by row', async () => {
    const document = `query ($query: SalesQuestion!) { salesMetrics(query: $query) {
      rows { bucketStart bucketLabel dimensions metrics previous change cumulative
             partial previousBucketStart previousBucketLabel previousPartial unpaired } } }`;
    const { rows } = (await dataOf(admin, document, { query: BY_DAY })).salesMetrics;
    expect(rows).toHaveLength(8);
    expect(await objectsOf(admin, 'sales-metrics', { query: BY_DAY })).toEqual(
      rows.map((row: Json) => ({
        bucketStart: row.bucketStart,
        bucket: row.bucketLabel,
        SALES_CHANNEL: row.dimensions[0],
        ORDERS: row.metrics[0],
        AVERAGE_ORDER_VALUE: row.metrics[1],
        'previous.ORDERS': row.previous[0],
        'previous.AVERAGE_ORDER_VALUE': row.previous[1],
        'change.ORDERS': row.change[0],
        'change.AVERAGE_ORDER_VALUE': row.change[1],
        'cumulative.ORDERS': row.cumulative[0],
        partial: row.partial,
        previousBucketStart: row.previousBucketStart,
        previousBucket: row.previousBucketLabel,
        previousPartial: row.previousPartial,
        unpaired: row.unpaired,
      })),
    );
  });

  it('the export of a question has days that only the range before has, without a beginning and metrics of their own', async () => {
    const query = {
      metrics: ['ORDERS'],
      grain: 'DAY',
      range: { from: '2025-02-28', to: '2025-03-01' },
      compareTo: 'PREVIOUS_YEAR',
    };
    const [header, ...rows] = await recordsOf(admin, 'sales-metrics', { query });
    expect(header?.slice(0, 4)).toEqual(['bucketStart', 'bucket', 'ORDERS', 'previous.ORDERS']);
    expect(rows.map((row) => [row[1], row[2], row[3], row[7], row[9]])).toEqual([
      ['2025-02-28', '0', '0', '2024-02-28', 'false'],
      ['', '', '0', '2024-02-29', 'true'],
      ['2025-03-01', '0', '0', '2024-03-01', 'false'],
    ]);
  });

  it('the export of a question has the rest, and the names behind ids, which are text in a spreadsheet', async () => {
    const query = { metrics: ['REVENUE'], dimensions: ['CUSTOMER'], range: RANGE, top: { count: 1 } };
    const [header, top, rest] = await recordsOf(admin, 'sales-metrics', { query });
    expect(header).toEqual(['CUSTOMER', 'CUSTOMER.label', 'rest', 'REVENUE']);
    expect(top?.slice(1)).toEqual([`'=Зара; "A"`, 'false', '350']);
    expect(rest).toEqual(['', '', 'true', '50']);
    expect(names).toContain('=Зара; "A"');
    const { text } = await exported(admin, 'sales-metrics', { query, format: 'spreadsheet', separator: 'semicolon' });
    expect(text.split('\r\n')[0]).toBe('\uFEFFCustomer;Customer, name;Rest;Revenue');
  });

  it('the export of a question is not cut by the limit of replies, and is refused where a filled series would be too long', async () => {
    const hours = { metrics: ['ORDERS'], grain: 'HOUR', range: { from: '2026-01-01', to: '2026-03-04' }, limit: 1 };
    expect(await objectsOf(admin, 'sales-metrics', { query: hours })).toHaveLength(63 * 24);
    const year = { from: '2026-01-01', to: '2026-12-31' };
    const long = { metrics: ['ORDERS'], dimensions: ['SALE_ID'], grain: 'HOUR', range: year };
    expect((await exported(admin, 'refund-metrics', { query: long })).status).toBe(400);
  });

  it('the export of a question needs the roles of what it names', async () => {
    const operations = await app.as('OPERATIONS');
    const support = await app.as('FIRMWARE_MANAGER');
    const query = { metrics: ['DEVICES'], dimensions: ['OWNER_REGION'] };
    const status = async (by: Caller, list: string, asked: Json) => (await exported(by, list, { query: asked })).status;
    expect(await status(operations, 'sales-metrics', { metrics: ['ORDERS'] })).toBe(403);
    expect(await status(admin, 'device-metrics', query)).toBe(200);
    expect(await status(operations, 'device-metrics', { metrics: ['DEVICES'] })).toBe(200);
    expect(await status(operations, 'device-metrics', query)).toBe(403);
    expect(
      await status(support, 'device-metrics', { ...query, dimensions: [], filter: { owner: { region: { eq: 'x' } } } }),
    ).toBe(403);
  });

  it('the export of a question refuses a question that cannot be asked, naming its part', async () => {
    for (const [query, field] of [
      [{ metrics: ['NO_SUCH'] }, 'query.metrics[0]'],
      [{ metrics: ['ORDERS'], grain: 'DAY' }, 'query.grain'],
      [{ metrics: ['ORDERS'], timezone: 'Mars/Base' }, 'query.timezone'],
    ] as const) {
      const { status, body } = await exported(admin, 'sales-metrics', { query });
      expect([status, body.error.code, body.error.message]).toEqual([
        400,
        'VALIDATION_FAILED',
        expect.stringContaining(field),
      ]);
    }
  });

  it('the export of a question is audited with the question, but without personal data', async () => {
    const query = { metrics: ['ORDERS'], filter: { customerName: { contains: 'Зара' }, status: { eq: 'PAID' } } };
    await exported(admin, 'sales-metrics', { query });
    const [entry] = await app.sql(
      `select action, detail from audit_entry where action = 'exportSalesMetrics' order by id desc limit 1`,
    );
    expect(entry.detail).toMatchObject({
      format: 'csv',
      rows: 1,
      complete: true,
      query: { metrics: ['ORDERS'], filter: { customerName: '***', status: { eq: 'PAID' } } },
    });
  });

  it('the export of a question is there for every data set', async () => {
    const { dataSets } = (await dataOf(admin, '{ analyticsCatalog { dataSets { field metrics { key } } } }'))
      .analyticsCatalog;
    const asked: (readonly [name: string, status: number])[] = [];
    // One after the other: an admin has two running exports at once, and the next ones wait ten seconds at most.
    for (const [at, name] of [...questionExports.keys()].entries()) {
      const metrics = dataSets[at].metrics.map(({ key }: Json) => key).slice(0, 12);
      // A question about heartbeats needs a range.
      const range = name === 'heartbeat-metrics' ? { range: { preset: 'TODAY' } } : {};
      asked.push([name, (await exported(admin, name, { query: { metrics, ...range } })).status]);
    }
    expect(asked).toEqual([...questionExports.keys()].map((name) => [name, 200]));
  });
});
