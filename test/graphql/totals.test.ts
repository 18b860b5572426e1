import pg from 'pg';
import { newId } from '../../src/persistence/columns.ts';
import { Refund } from '../../src/persistence/sales/refund.entity.ts';
import { foldTallies } from '../../src/persistence/tallies.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { insertRow } from '../support/factories/insert.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { contractRoles, dataOf, errorOf } from '../support/graphql-reads.ts';
import { statementsOf, statementTextsOf } from '../support/statements.ts';

const MAX_TOTALS = 50;
const SUMS = 'totals { currency count unitPrice discount total refundedTotal }';

let app: TestApp;
let admin: Caller;
let customerId: string;
let otherId: string;

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN');
  const first = await makeSale(app, { unitPrice: 1_000_000, discount: 100_000, refundedTotal: 300_000 });
  customerId = first.customerId;
  await makeSale(app, { customerId, unitPrice: 2_000_000_000 });
  await makeSale(app, { customerId, unitPrice: 900, currency: 'USD' });
  const other = await makeSale(app, { unitPrice: 2_000_000_000 });
  otherId = other.customerId;
  await makeSale(app, { customerId: otherId, unitPrice: 500, currency: 'USD', paymentStatus: 'UNPAID' });
  const refund = { reason: 'a scratch', createdBy: newId(), createdAt: app.clock.now() };
  await insertRow(app.sql, Refund, { saleId: first.id, amount: 100_000, ...refund });
  await insertRow(app.sql, Refund, { saleId: first.id, amount: 200_000, ...refund });
  await makePreorder(app, { customerId, quantity: 3, fullPrice: 2_000_000_000, depositAmount: 10, currency: 'UZS' });
  await makePreorder(app, { quantity: 2, fullPrice: null, depositAmount: null, currency: 'UZS' });
  const { id } = await makePreorder(app, { quantity: 9, fullPrice: 1, currency: 'UZS' });
  await app.sql('update preorder set deleted_at = now() where id = $1', [id]);
});
afterAll(() => app.stop());

const sales = async (args = '', selection = SUMS): Promise<Json> =>
  (await dataOf(admin, `{ sales${args} { ${selection} } }`)).sales;

describe('the totals of a list', () => {
  it('the totals of a list are the sums of all records in each currency, the one with the most records first', async () => {
    expect(await sales()).toEqual({
      totals: [
        {
          ...{ currency: 'UZS', count: 3, unitPrice: 4_001_000_000, discount: 100_000 },
          ...{ total: 4_000_900_000, refundedTotal: 300_000 },
        },
        { currency: 'USD', count: 2, unitPrice: 1_400, discount: 0, total: 1_400, refundedTotal: 0 },
      ],
    });
  });

  it('the totals of a list are of the records that match, whatever the page', async () => {
    const small = 'totals { currency count total }';
    expect(await sales('(first: 1, filter: { paymentStatus: { eq: UNPAID } })', small)).toEqual({
      totals: [{ currency: 'USD', count: 1, total: 500 }],
    });
    expect(await sales('(last: 1, filter: { total: { lt: 1000 } })', `nodes { total } ${small}`)).toEqual({
      nodes: [{ total: expect.any(Number) }],
      totals: [{ currency: 'USD', count: 2, total: 1_400 }],
    });
    const { pageInfo, ...page } = await sales('(first: 2)', `pageInfo { endCursor } totalCount ${small}`);
    const after = await sales(`(first: 2, after: "${pageInfo.endCursor}")`, `totalCount ${small}`);
    expect(after).toEqual(page);
    expect(page.totalCount).toBe(5);
    expect((await sales('(search: "no such text")')).totals).toEqual([]);
  });

  it('the totals of a list of refunds are in the currency of their sales, those of preorders of all devices and without deleted ones', async () => {
    const query =
      '{ refunds { totals { currency count amount } } preorders { totals { currency count quantity fullPrice depositAmount } } }';
    expect(await dataOf(admin, query)).toEqual({
      refunds: { totals: [{ currency: 'UZS', count: 2, amount: 300_000 }] },
      preorders: {
        totals: [{ currency: 'UZS', count: 2, quantity: 5, fullPrice: 6_000_000_000, depositAmount: 30 }],
      },
    });
  });

  it('the totals of the lists beside records are read for all of them in one statement', async () => {
    const query = (edge: string) => `{ customers(first: 10) { nodes { id sales${edge} } } }`;
    const summed = query('(first: 1) { nodes { id } totals { currency count total } }');
    const { nodes } = (await dataOf(admin, summed)).customers;
    const of = (id: string) => nodes.find((node: Json) => node.id === id).sales;
    expect(of(customerId).nodes).toHaveLength(1);
    expect(of(customerId).totals).toEqual([
      { currency: 'UZS', count: 2, total: 2_000_900_000 },
      { currency: 'USD', count: 1, total: 900 },
    ]);
    expect(of(otherId).totals).toHaveLength(2);
    const filtered = query('(filter: { currency: { eq: "USD" } }) { totals { currency total } }');
    const filteredNodes = (await dataOf(admin, filtered)).customers.nodes;
    expect(filteredNodes.find((node: Json) => node.id === otherId).sales.totals).toEqual([
      { currency: 'USD', total: 500 },
    ]);
    // The session, the customers with a page of their sales or without, and the totals of all of them.
    expect(await statementsOf(() => dataOf(admin, query('(first: 1) { totals { count } }')))).toBe(1 + 1 + 1);
  });

  it('the totals of a list are read only when selected, and alone without the rows', async () => {
    const texts = (selection: string) => statementTextsOf(() => sales('', selection));
    expect(await texts('nodes { id }')).toHaveLength(1 + 1);
    expect(await texts(`nodes { id } ${SUMS.replace('totals', 'totals @include(if: false)')}`)).toHaveLength(1 + 1);
    const [, ...alone] = await texts(SUMS);
    expect(alone).toEqual([expect.stringContaining('group by 1')]);
    expect(await texts(`totalCount nodes { id } ${SUMS}`)).toHaveLength(1 + 3);
  });

  it('the totals of all records, and by their words, are those of the records, before the tally is folded and after', async () => {
    const pool = new pg.Pool({ connectionString: app.database.url, max: 1 });
    const filters = [
      '',
      'paymentStatus: { eq: UNPAID }',
      'or: [{ currency: { eq: "USD" } }, { status: { in: [PAID] } }]',
      'status: { eq: CANCELLED }',
    ];
    const draft = await makeSale(app, { customerId, unitPrice: 7, currency: 'EUR', paymentStatus: 'UNPAID' });
    const compare = async () => {
      for (const filter of filters) {
        const [tallied = ''] = (await statementTextsOf(() => sales(`(filter: { ${filter} })`))).slice(1);
        const [read = ''] = (await statementTextsOf(() => sales(`(filter: { ${filter} total: { gte: 0 } })`))).slice(1);
        expect([tallied.includes('tally_change'), read.includes('tally')]).toEqual([true, false]);
        const { totals } = await sales(`(filter: { ${filter} total: { gte: 0 } })`);
        expect((await sales(`(filter: { ${filter} })`)).totals).toEqual(totals);
      }
    };
    await compare();
    await foldTallies(pool);
    await compare();
    await app.sql(`update sale set unit_price = 9, total = 9, status = 'CANCELLED' where id = $1`, [draft.id]);
    await compare();
    await app.sql('delete from sale where id = $1', [draft.id]);
    await compare();
    await foldTallies(pool);
    await compare();
    expect((await sales()).totals).toHaveLength(2);
    await pool.end();
  });

  it('the totals of a list cost a count and an object for each currency that there may be', async () => {
    const costOf = async (query: string) => (await admin.gql(query)).body.extensions.cost.requested;
    expect(await costOf(`{ sales { ${SUMS} } }`)).toBe(1 + 200 + MAX_TOTALS);
    expect(await costOf('{ customers(first: 3) { nodes { sales { totals { count } } } } }')).toBe(
      1 + 3 * (1 + (1 + 20 + MAX_TOTALS)),
    );
  });

  it('the totals of a list are never more currencies than they cost', async () => {
    const many = Array.from(
      { length: MAX_TOTALS + 1 },
      (_, at) => `X${String.fromCharCode(65 + (at % 26), 65 + Math.floor(at / 26))}`,
    );
    for (const currency of many) await makeSale(app, { customerId: otherId, currency, soldAt: new Date(0) });
    const { totals } = await sales('(filter: { soldAt: { lt: "1971-01-02" } })');
    expect(totals).toHaveLength(MAX_TOTALS);
  });

  it('the totals of a list are exact as far as JSON carries them, and beyond that an error that says so, in every list and question', async () => {
    const { id, customerId: by } = await makePreorder(app, { quantity: 1, currency: 'EUR' });
    const priced = (price: string) => app.sql('update preorder set full_price = $2 where id = $1', [id, price]);
    const query = '{ preorders(filter: { currency: { eq: "EUR" } }) { totals { fullPrice } } }';
    const beside = `{ customer(id: "${by}") { preorders { totals { fullPrice } } } }`;
    const asked = '{ preorderMetrics(query: { metrics: [EXPECTED], currency: "EUR" }) { totals } }';
    await priced('9007199254740991');
    expect(await dataOf(admin, query)).toEqual({ preorders: { totals: [{ fullPrice: Number.MAX_SAFE_INTEGER }] } });
    expect(await dataOf(admin, asked)).toEqual({ preorderMetrics: { totals: [Number.MAX_SAFE_INTEGER] } });
    await priced('9007199254740993');
    for (const document of [query, beside, asked]) {
      const { body } = await admin.gql(document);
      const [error] = body.errors;
      expect([document, error.extensions.status, error.extensions.code]).toEqual([document, 400, 'VALIDATION_FAILED']);
      expect(error.message).toMatch(/JSON does not carry without loss.*9007199254740991/);
    }
    expect((await admin.rest('GET', '/v1/admin/preorders/analytics')).body.error).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    await app.sql('delete from preorder where id = $1', [id]);
  });

  it.each(ROLES)(
    'the totals of a list are shown to %s where the contract shows the list, and nowhere else',
    async (role) => {
      const caller = await app.as(role);
      const lists = { sales: 'listSales', refunds: 'getSale', preorders: 'listPreorders' };
      for (const [list, operation] of Object.entries(lists)) {
        const query = `{ ${list} { totals { count } } }`;
        if (contractRoles(operation).includes(role)) expect((await dataOf(caller, query))[list].totals).not.toEqual([]);
        else expect(await errorOf(caller, query)).toEqual([403, 'ROLE_FORBIDDEN']);
      }
      if (!contractRoles('getCustomer').includes(role)) return;
      const { body } = await caller.gql(`{ customer(id: "${customerId}") { sales { totals { count } } } }`);
      expect(body.data.customer.sales !== null).toBe(contractRoles('getSale').includes(role));
    },
  );
});
