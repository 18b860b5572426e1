import { questionSchema, questionSets } from '../../src/domain/analytics/index.ts';
import { customerQuestions } from '../../src/persistence/analytics/customers-dataset.ts';
import { preorderQuestions } from '../../src/persistence/analytics/preorder-datasets.ts';
import { salesQuestions } from '../../src/persistence/analytics/sales-dataset.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeSale } from '../support/factories/sale.ts';
import { dataOf } from '../support/graphql-reads.ts';
import { askOf, refusalOf, startAnalytics } from './question-support.ts';

const SALES = { set: salesQuestions, field: 'salesMetrics' };
const CUSTOMERS = { set: customerQuestions, field: 'customerMetrics' };
const PREORDERS = { set: preorderQuestions, field: 'preorderMetrics' };

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await startAnalytics();
  admin = await app.as('ADMIN');
  const names = ['Go‘zal Canary', 'gozal canary', 'Other Person'];
  for (const [at, fullName] of names.entries()) {
    const { id } = await makeSale(app, { salesChannel: at === 2 ? 'WEBSITE' : 'DIRECT' });
    await app.sql('update customer set full_name = $2 where id = (select customer_id from sale where id = $1)', [
      id,
      fullName,
    ]);
  }
});
afterAll(() => app.stop());

describe('the search of a question', () => {
  it('a question searches as the list of its records does, in every data set of which the list has a search', () => {
    for (const { set, list } of questionSets) {
      const isSearched = 'search' in list.input.properties || 'search' in (list.typedInput?.properties ?? {});
      expect([set.name, 'search' in questionSchema(set).properties]).toEqual([set.name, isSearched]);
    }
  });

  it('a search counts what the list finds, whatever the spelling, with and without a filter', async () => {
    for (const search of ['gozal', 'GO’ZAL canary', 'canary', 'nobody', '', ' ']) {
      const found = await dataOf(
        admin,
        'query ($search: String) { sales(search: $search) { totalCount } customers(search: $search) { totalCount } }',
        { search },
      );
      expect([search, (await askOf(admin, SALES, { metrics: ['ORDERS'], search })).totals]).toEqual([
        search,
        [found.sales.totalCount],
      ]);
      expect([search, (await askOf(admin, CUSTOMERS, { metrics: ['CUSTOMERS'], search })).totals]).toEqual([
        search,
        [found.customers.totalCount],
      ]);
    }
    const filter = { salesChannel: { in: ['WEBSITE'] } };
    const both = { metrics: ['ORDERS'], search: 'canary', filter };
    expect((await askOf(admin, SALES, both)).totals).toEqual([0]);
    expect((await askOf(admin, SALES, { ...both, search: 'Person' })).totals).toEqual([1]);
  });

  it('a search finds the records of each customer too, with dimensions, money and a series', async () => {
    const per = { by: ['CUSTOMER'], values: [{ as: 'orders' }] };
    const { totals } = await askOf(admin, SALES, { per, measures: [{ as: 'customers' }], search: 'canary' });
    expect(totals).toEqual([2]);
    const question = {
      metrics: ['ORDERS', 'REVENUE', 'CUSTOMERS'],
      dimensions: ['SALES_CHANNEL'],
      grain: 'MONTH',
      range: { preset: 'LAST_12_MONTHS' },
      fill: 'NONE',
      search: 'canary',
    };
    const { rows } = await askOf(admin, SALES, question);
    expect(rows.map(({ dimensions, metrics }: Json) => [...dimensions, metrics[0], metrics[2]])).toEqual([
      ['DIRECT', 2, 2],
    ]);
  });

  it('a search is none of what other records count, and its file does not record what was searched for', async () => {
    const visits = { metrics: ['UNIQUE_VIEWS'], search: 'canary' };
    expect(await refusalOf(admin, PREORDERS, visits)).toEqual([400, 'VALIDATION_FAILED', 'query.search']);
    const query = encodeURIComponent(JSON.stringify({ metrics: ['ORDERS'], search: 'canary' }));
    const file = await admin.rest('GET', `/v1/admin/exports/sales-metrics?query=${query}`);
    expect(file.text.split('\r\n')).toEqual(['ORDERS', '2', '']);
    const [{ detail }] = await app.sql(`select detail from audit_entry where action = 'exportSalesMetrics'`);
    expect(detail.query.search).toBe('***');
  });

  it('a search costs what it costs in a list', async () => {
    const costOf = async (query: Json) => {
      const document = 'query ($query: SalesQuestion!) { salesMetrics(query: $query) { totals } }';
      return (await admin.gql(document, { query })).body.extensions.cost.requested;
    };
    const [plain, searched] = [{ metrics: ['ORDERS'] }, { metrics: ['ORDERS'], search: 'canary' }];
    expect((await costOf(searched)) - (await costOf(plain))).toBe(500);
  });
});
