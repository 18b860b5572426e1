import { readFileSync } from 'node:fs';
import type { TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { dataOf } from '../support/graphql-reads.ts';
import { startAnalytics } from './question-support.ts';
import { aSale, openShop, putSales } from './sale-rows.ts';

const PAGE = readFileSync('docs/api/questions.md', 'utf8');
const CUSTOMERS = ['Aziza', 'Bobur', 'Dildora'];
const MODELS = ['LAMP1', 'LAMP2', 'CLOCK1'];

/** The sales of the table of the page. */
const sales = [...PAGE.matchAll(/^\| (\d{4}-.*) \|$/gm)].map(([, line = '']) => {
  const [soldAt = '', customer = '', , channel, model = '', price, discount, status] = line
    .split('|')
    .map((cell) => cell.trim());
  return aSale(soldAt, {
    customer: CUSTOMERS.indexOf(customer),
    device: MODELS.indexOf(model),
    channel: channel as 'WEBSITE',
    unitPrice: Number(price),
    discount: Number(discount),
    status: status as 'PAID',
  });
});
const steps = PAGE.split(/^## /m)
  .slice(1)
  .map((step) => /^(.*)\n[\s\S]*?```graphql\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(step) ?? []);

let app: TestApp;

beforeAll(async () => {
  app = await startAnalytics();
  await putSales(app, await openShop(app), sales);
});
afterAll(() => app.stop());

describe('the page "From a question to a query"', () => {
  it('the ten steps of the page have the rows that the page shows', async () => {
    const admin = await app.as('ADMIN');
    expect([sales.length, steps.length]).toEqual([8, 10]);
    for (const [, title, query = '', result = ''] of steps) {
      const { salesMetrics } = await dataOf(admin, query.replace('query: {', 'query: { timezone: "UTC",'));
      const rows = salesMetrics.rows.map(({ labels, metrics }: Json) =>
        [...labels, ...metrics].map(String).join(' | '),
      );
      expect([title, ...rows]).toEqual([title, ...result.trim().split('\n')]);
    }
  });
});
