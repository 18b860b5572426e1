import { customerQuestions } from '../../src/persistence/analytics/customers-dataset.ts';
import { Customer } from '../../src/persistence/customers/customer.entity.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { insertRows } from '../support/factories/insert.ts';
import { makeSale } from '../support/factories/sale.ts';
import { askOf, itFollowsTheRules, type Question, refusalOf, shortOf, startAnalytics } from './question-support.ts';

const ASKING = { set: customerQuestions, field: 'customerMetrics' };

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await startAnalytics();
  admin = await app.as('ADMIN');
  const customer = (createdAt: string, city: string | null, source: string) => ({
    fullName: 'Aziza',
    city,
    source,
    createdAt: new Date(createdAt),
    updatedAt: new Date(createdAt),
  });
  const [buyer, owner, cancelled] = await insertRows(app.sql, Customer, [
    customer('2026-10-31T18:59:59Z', 'Tashkent', 'telegram'),
    customer('2026-10-31T19:00:00Z', 'Tashkent', 'telegram'),
    customer('2026-11-20T10:00:00Z', '', 'admin'),
    customer('2026-11-20T10:00:00Z', null, 'admin'),
  ]);
  await makeSale(app, { customerId: buyer, device: { owner: null } });
  await makeSale(app, { customerId: buyer, device: { owner: null } });
  await makeSale(app, { customerId: owner, device: { owner } });
  await makeSale(app, { customerId: cancelled, status: 'CANCELLED', paymentStatus: 'UNPAID', device: { owner: null } });
});
afterAll(() => app.stop());

const short = async (question: Question) => shortOf(await askOf(admin, ASKING, question));

describe('getCustomerMetrics: a question about customers', () => {
  itFollowsTheRules(() => app, {
    ...ASKING,
    list: 'listCustomers',
    guards: {},
    across: {},
  });

  it('a question about customers counts customers, those who bought and those who own a device, by month and city', async () => {
    const metrics = ['CUSTOMERS', 'BUYERS', 'BUYER_SHARE', 'OWNERS'];
    expect(await short({ metrics })).toEqual([[4, 2, 0.5, 1]]);
    expect(
      await short({ metrics, grain: 'MONTH', range: { from: '2026-10-01', to: '2026-11-30' }, dimensions: ['SOURCE'] }),
    ).toEqual([
      ['2026-10', 'admin', 0, 0, null, 0],
      ['2026-10', 'telegram', 1, 1, 1, 0],
      ['2026-11', 'admin', 2, 0, 0, 0],
      ['2026-11', 'telegram', 1, 1, 1, 1],
    ]);
    // An empty text is no value.
    expect(await short({ metrics: ['CUSTOMERS'], dimensions: ['CITY'] })).toEqual([
      ['Tashkent', 2],
      [null, 2],
    ]);
  });

  it('a question about customers has no money', async () => {
    expect(await refusalOf(admin, ASKING, { metrics: ['CUSTOMERS'], currency: 'UZS' })).toEqual([
      400,
      'VALIDATION_FAILED',
      'query.currency',
    ]);
  });
});
