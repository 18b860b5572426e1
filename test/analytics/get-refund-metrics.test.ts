import { refundQuestions } from '../../src/persistence/analytics/refunds-dataset.ts';
import { newId } from '../../src/persistence/columns.ts';
import { Refund } from '../../src/persistence/sales/refund.entity.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { insertRows } from '../support/factories/insert.ts';
import { makeSale } from '../support/factories/sale.ts';
import { askOf, itFollowsTheRules, type Question, shortOf, startAnalytics } from './question-support.ts';

const ASKING = { set: refundQuestions, field: 'refundMetrics' };

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await startAnalytics();
  admin = await app.as('ADMIN');
  const broken = await makeSale(app, { device: { model: 'LAMP1', batchCode: 'B-1' } });
  const late = await makeSale(app, { device: { model: 'CLOCK1', batchCode: 'B-2' }, salesChannel: 'WEBSITE' });
  const abroad = await makeSale(app, { currency: 'USD', device: { model: 'CLOCK1', batchCode: 'B-3' } });
  const refund = (saleId: string, amount: number, reason: string, createdAt: string, returned = false) => ({
    saleId,
    amount,
    reason,
    deviceDisposition: returned ? ('RETURNED' as const) : null,
    createdBy: newId(),
    createdAt: new Date(createdAt),
  });
  await insertRows(app.sql, Refund, [
    refund(broken.id, 100, 'broken', '2026-11-02T05:00:00Z'),
    refund(broken.id, 201, 'broken', '2026-11-03T05:00:00Z', true),
    refund(late.id, 50, 'late', '2026-10-03T05:00:00Z', true),
    refund(abroad.id, 7, 'late', '2026-11-05T05:00:00Z'),
  ]);
});
afterAll(() => app.stop());

const ask = (question: Question) => askOf(admin, ASKING, question);
const short = async (question: Question) => shortOf(await ask(question));

describe('getRefundMetrics: a question about refunds', () => {
  itFollowsTheRules(() => app, {
    ...ASKING,
    list: 'getSale',
    guards: {
      SALE_CREATED_BY: 'listAdminOptions',
      DEVICE_OWNER: 'getCustomer',
      CUSTOMER: 'getCustomer',
      DEVICE_DISPOSITION: 'getSale',
      DEVICE: 'getDevice',
      SALE: 'getSale',
    },
    across: { getSale: { sale: { salesChannel: { eq: 'WEBSITE' } } } },
  });

  it('a question about refunds counts each refund at its own time, and a sale once', async () => {
    const { rows, totals } = await ask({
      metrics: ['REFUNDS', 'AMOUNT', 'AVERAGE_AMOUNT', 'DEVICES_RETURNED', 'SALES'],
      grain: 'MONTH',
      range: { from: '2026-10-01', to: '2026-11-30' },
      cumulative: ['AMOUNT'],
    });
    expect(
      rows.map(({ bucketLabel, metrics, cumulative }: Record<string, unknown>) => [bucketLabel, metrics, cumulative]),
    ).toEqual([
      ['2026-10', [1, 50, 50, 1, 1], [50]],
      // One of them in USD: it counts, and the amounts are those in UZS.
      ['2026-11', [3, 301, 151, 1, 2], [351]],
    ]);
    expect(totals).toEqual([4, 351, 117, 2, 3]);
  });

  it('a question about refunds is grouped by its reason, its sale and the device of its sale, each currency by itself', async () => {
    expect(await short({ metrics: ['REFUNDS'], dimensions: ['REASON', 'SALE_SALES_CHANNEL'] })).toEqual([
      ['broken', 'DIRECT', 2],
      ['late', 'DIRECT', 1],
      ['late', 'WEBSITE', 1],
    ]);
    expect(await short({ metrics: ['AMOUNT', 'SALES'], dimensions: ['DEVICE_MODEL', 'DEVICE_BATCH_CODE'] })).toEqual([
      ['CLOCK1', 'B-2', 50, 1],
      // Refunded in another currency: the amount is in the default one, the sale counts.
      ['CLOCK1', 'B-3', 0, 1],
      ['LAMP1', 'B-1', 301, 1],
    ]);
    expect(await ask({ metrics: ['AMOUNT'], dimensions: ['CURRENCY'] })).toMatchObject({
      currency: null,
      totals: [null],
      rows: [
        { dimensions: ['USD'], metrics: [7] },
        { dimensions: ['UZS'], metrics: [351] },
      ],
    });
    expect(await short({ metrics: ['REFUNDS'], filter: { sale: { salesChannel: { eq: 'WEBSITE' } } } })).toEqual([[1]]);
  });
});
