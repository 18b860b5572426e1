import { miscountedPurchases } from '../persistence/tally-races.ts';
import { rest } from '../sales/support.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { addPresence, makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { screens } from '../support/screens.ts';

/** What customers bought, which triggers keep. test/persistence/tally-races.ts compares it with a count after writes that race. */

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

async function ask(query: string, variables: Record<string, unknown> = {}): Promise<Json> {
  const { status, body } = await admin.gql(query, variables);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
}

const FIGURES = '{ currency orders revenue refunded netRevenue }';
const bought = async (id: string) => {
  const query = `query ($id: ID!) { customer(id: $id) { purchases ${FIGURES} purchasesByCurrency { nodes ${FIGURES} } } }`;
  const { purchases, purchasesByCurrency } = (await ask(query, { id })).customer;
  // Whatever happened to any customer.
  expect(await miscountedPurchases(app.sql)).toEqual([]);
  expect(purchases).toEqual(purchasesByCurrency.nodes.find(({ currency }: Json) => currency === 'UZS') ?? null);
  return purchasesByCurrency.nodes;
};
const figures = (orders: number, revenue: number, refunded = 0, currency = 'UZS') => ({
  ...{ currency, orders, revenue, refunded, netRevenue: revenue - refunded },
});

async function sell({ email, fullName }: Json, more: Json = {}): Promise<Json> {
  const device = await makeDevice(app, { status: 'READY' });
  const body = {
    customer: { email, fullName },
    deviceId: device.id,
    unitPrice: 500,
    discount: 100,
    paymentStatus: 'PAID',
    salesChannel: 'DIRECT',
    ...more,
  };
  const { status, body: sale } = await rest.create(admin, body);
  expect([status, sale.error]).toEqual([201, undefined]);
  return sale;
}

it('what a customer bought equals a count of the sales after every kind of write', async () => {
  const buyer = await makeCustomerRow(app);
  const { id } = buyer;
  const other = await makeCustomerRow(app);
  expect(await bought(id)).toEqual([]);
  const first = await sell(buyer);
  expect(await bought(id)).toEqual([figures(1, 400)]);
  const second = await sell(buyer, { paymentStatus: 'UNPAID' });
  await sell(buyer, { currency: 'USD', unitPrice: 9, discount: 0 });
  expect(await bought(id)).toEqual([figures(1, 9, 0, 'USD'), figures(2, 800)]);
  expect((await rest.refund(admin, first.id, { amount: 150 })).status).toBe(201);
  expect(await bought(id)).toEqual([figures(1, 9, 0, 'USD'), figures(2, 800, 150)]);
  expect((await rest.update(admin, second.id, { unitPrice: 700, discount: 0 })).status).toBe(200);
  expect(await bought(id)).toEqual([figures(1, 9, 0, 'USD'), figures(2, 1_100, 150)]);
  expect((await rest.update(admin, second.id, { notes: 'a note' })).status).toBe(200);
  expect((await rest.cancel(admin, second.id)).status).toBe(201);
  expect(await bought(id)).toEqual([figures(1, 9, 0, 'USD'), figures(1, 400, 150)]);
  expect((await rest.update(admin, first.id, { customerId: other.id })).status).toBe(200);
  expect(await bought(id)).toEqual([figures(1, 9, 0, 'USD')]);
  expect(await bought(other.id)).toEqual([figures(1, 400, 150)]);
  const corrected = await admin.rest('POST', `/v1/admin/sales/${first.id}/correct`, {
    currency: 'EUR',
    reason: 'it was paid in euro',
  });
  expect([corrected.status, corrected.body.error]).toEqual([201, undefined]);
  expect(await bought(other.id)).toEqual([figures(1, 400, 150, 'EUR')]);
  const { status } = await admin.rest('POST', `/v1/admin/customers/${other.id}/anonymize`, {
    reason: 'CUSTOMER_REQUEST',
  });
  expect(status).toBe(201);
  expect(await bought(other.id)).toEqual([figures(1, 400, 150, 'EUR')]);
  await app.sql('delete from sale where customer_id = $1 and id <> $2', [id, first.id]);
  expect(await bought(id)).toEqual([]);
});

it('a sale of a preorder counts for the customer who bought', async () => {
  const { id, email, fullName } = await makeCustomerRow(app);
  const preorder = await makePreorder(app, { customerId: id, status: 'CONFIRMED' });
  const device = await makeDevice(app, { status: 'READY' });
  const input = {
    customer: { email, fullName },
    deviceId: device.id,
    unitPrice: 300,
    paymentStatus: 'PAID',
    salesChannel: 'WEBSITE',
    preorderId: preorder.id,
  };
  await ask('mutation ($input: CreateSaleInput!) { createSale(input: $input) { sale { id } } }', { input });
  expect(await bought(id)).toEqual([figures(1, 300)]);
});

it('sales of one customer at the same time are all counted', async () => {
  const buyer = await makeCustomerRow(app);
  await Promise.all(Array.from({ length: 8 }, () => sell(buyer)));
  expect(await bought(buyer.id)).toEqual([figures(8, 3_200)]);
});

it('the count of the database repairs what was written without triggers', async () => {
  const { customerId } = await makeSale(app, { unitPrice: 70 });
  await app.sql('update customer_purchases set orders = 9 where customer_id = $1', [customerId]);
  expect(await miscountedPurchases(app.sql)).not.toEqual([]);
  await app.sql('select tally_recount()');
  expect(await bought(customerId)).toEqual([figures(1, 70)]);
});

it('customers are filtered and sorted by what they bought in the default currency, and no currencies are added up', async () => {
  const ids: string[] = [];
  for (const [uzs, usd] of [
    [[40, 60], []],
    [[30], [5]],
    [[], [8]],
    [[], []],
    [[40], []],
  ] as const) {
    const { id } = await makeCustomerRow(app, { fullName: 'Sorted Buyer' });
    for (const unitPrice of uzs) await makeSale(app, { customerId: id, unitPrice });
    for (const unitPrice of usd) await makeSale(app, { customerId: id, unitPrice, currency: 'USD' });
    ids.push(id);
  }
  const found = async (sort: string, filter = '') => {
    const { customers } = await ask(
      `{ customers(filter: { fullName: { eq: "Sorted Buyer" } ${filter} }, sort: [${sort}]) { nodes { id } } }`,
    );
    return customers.nodes.map(({ id }: Json) => ids.indexOf(id));
  };
  const by = (field: string, direction = 'DESC') => `{ field: PURCHASES_${field}, direction: ${direction} }`;
  expect(await found(by('REVENUE'))).toEqual([0, 4, 1, 3, 2]);
  expect(await found(by('NET_REVENUE', 'ASC'))).toEqual([1, 4, 0, 2, 3]);
  expect(await found(by('ORDERS'))).toEqual([0, 4, 1, 3, 2]);
  expect(await found(by('REVENUE'), 'purchases: { orders: { gte: 2 } }')).toEqual([0]);
  expect(
    await found(by('REVENUE'), 'purchasesByCurrency: { some: { currency: { eq: "USD" }, revenue: { gte: 6 } } }'),
  ).toEqual([2]);
  await app.sql(`update business_settings set default_currency = 'USD'`);
  expect(await found(by('REVENUE'))).toEqual([2, 1, 4, 3, 0]);
  await app.sql(`update business_settings set default_currency = 'UZS'`);
});

it('customers who bought twice and have no device heard for seven days, by revenue, are one list', async () => {
  const names = ['Twice silent', 'Twice heard', 'Once silent', 'Twice silent, more', 'Twice, never heard'];
  for (const [at, fullName] of names.entries()) {
    const { id } = await makeCustomerRow(app, { fullName });
    for (const unitPrice of fullName.startsWith('Once') ? [9_000] : [1_000 + at, 2_000 + at]) {
      const { deviceId } = await makeSale(app, { customerId: id, unitPrice });
      const hours = fullName.includes('silent') ? 200 : 20;
      const lastSeenAt = new Date(app.clock.now().getTime() - hours * 3_600_000);
      if (!fullName.includes('never')) await addPresence(app, deviceId, { lastSeenAt });
    }
  }
  const screen = screens.find(({ file }) => file === 'silent-buyers');
  const { customers } = await ask(screen?.text ?? '');
  const own = customers.edges.filter(({ node }: Json) => names.includes(node.fullName));
  expect(own.map(({ node }: Json) => [node.fullName, node.purchases.netRevenue])).toEqual([
    ['Twice, never heard', 3_008],
    ['Twice silent, more', 3_006],
    ['Twice silent', 3_000],
  ]);
});
