import { Refund } from '../../src/persistence/sales/refund.entity.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { insertRow } from '../support/factories/insert.ts';
import { makeSale } from '../support/factories/sale.ts';
import { contractRoles, dataOf, errorOf, pagesOf, rolesThatMay } from '../support/graphql-reads.ts';
import { rowsReadBy, statementsOf } from '../support/statements.ts';

let app: TestApp;
let viewer: Caller;
const sales: string[] = [];

beforeAll(async () => {
  app = await cleanTestApp();
  viewer = await app.as('VIEWER');
  for (const number of ['KRV-1', 'KRV-2']) sales.push((await makeSale(app, { number, refundedTotal: 300 })).id);
  for (let n = 0; n < 5; n += 1) {
    await insertRow(app.sql, Refund, {
      saleId: sales[n % 2] ?? '',
      amount: n + 1,
      reason: `scratch ${n}`,
      createdBy: viewer.admin.id,
      createdAt: new Date(`2026-11-0${n + 1}T10:00:00Z`),
    });
  }
});
afterAll(() => app.stop());

const amounts = async (args: string) =>
  (await dataOf(viewer, `{ refunds${args} { nodes { amount } } }`)).refunds.nodes
    .map(({ amount }: Json) => amount)
    .join('');

describe('listRefunds: the refunds of all sales', () => {
  it('the refunds of all sales are newest first, each with its sale, in three statements', async () => {
    const read = () =>
      dataOf(
        viewer,
        '{ refunds(first: 2) { totalCount nodes { amount reason saleId sale { number } createdBy { id } } } }',
      );
    const { refunds } = await read();
    const createdBy = { id: viewer.admin.id };
    expect(refunds).toEqual({
      totalCount: 5,
      nodes: [
        { amount: 5, reason: 'scratch 4', saleId: sales[0], sale: { number: 'KRV-1' }, createdBy },
        { amount: 4, reason: 'scratch 3', saleId: sales[1], sale: { number: 'KRV-2' }, createdBy },
      ],
    });
    // The session, the page, the total, the sales and the admins.
    expect(await statementsOf(read)).toBeLessThanOrEqual(5);
  });

  it.each([
    ['', '54321'],
    ['(first: 2)', '54'],
    ['(last: 2)', '21'],
    ['(last: 100)', '54321'],
    ['(filter: { createdAt: { gte: "2026-11-02", lt: "2026-11-04" } })', '32'],
    ['(sort: [{ field: CREATED_AT, direction: ASC }])', '12345'],
    ['(filter: { not: { createdAt: { gte: "2026-11-02" } } })', '1'],
  ])('refunds%s are %s', async (args, expected) => {
    expect(await amounts(args)).toBe(expected);
  });

  it('the refunds of one sale are found by its id', async () => {
    expect(await amounts(`(filter: { saleId: { eq: "${sales[1]}" } })`)).toBe('42');
    expect(await amounts(`(filter: { saleId: { eq: "${viewer.admin.id}" } })`)).toBe('');
  });

  it('the refunds of all sales are continued after a cursor, each once', async () => {
    const page =
      'query ($after: String) { refunds(first: 2, after: $after) { nodes { amount } pageInfo { hasNextPage endCursor } } }';
    const pages = await pagesOf(viewer, 'refunds', page);
    expect(pages.map((nodes) => nodes.map(({ amount }) => amount))).toEqual([[5, 4], [3, 2], [1]]);
  });

  it.each([
    ['(first: 0)', 'first'],
    ['(first: 101)', 'first'],
    ['(last: -1)', 'last'],
    ['(after: "nonsense")', 'after'],
    ['(filter: { saleId: { eq: "nonsense" } })', 'filter.saleId.eq'],
  ])('the refunds of all sales refuse refunds%s with 400 naming %s', async (args, field) => {
    expect(await errorOf(viewer, `{ refunds${args} { nodes { id } } }`)).toEqual([400, 'VALIDATION_FAILED', field]);
  });

  it('the refunds of all sales are for the roles that may read a sale', async () => {
    expect(await rolesThatMay(app, '{ refunds { nodes { id } } }')).toEqual(contractRoles('getSale'));
  });

  it('the refunds of all sales are not in the sale of REST with anything that the contract does not have', async () => {
    const { body } = await viewer.rest('GET', `/v1/admin/sales/${sales[0]}`);
    const keys = ['amount', 'createdAt', 'createdBy', 'deviceDisposition', 'id', 'reason'];
    for (const refund of body.refunds) expect(Object.keys(refund).sort()).toEqual(keys);
  });

  it('the refunds of all sales are read by an index, as many as the page shows', async () => {
    await app.sql(
      `insert into refund (id, sale_id, amount, reason, created_by, created_at)
       select gen_random_uuid(), $1, 1, 'many', $1, now() + n * interval '1 second' from generate_series(1, 5000) n`,
      [sales[0]],
    );
    await app.sql('analyze refund');
    const sale = `filter: { saleId: { eq: "${sales[0]}" } }`;
    for (const args of ['', `, ${sale}`]) {
      const read = () => dataOf(viewer, `{ refunds(first: 20${args}) { nodes { amount } } }`);
      expect(await rowsReadBy(app.sql, read)).toBeLessThan(40);
    }
  });
});
