import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makePreorder, type PreorderOverrides } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { describePreorderSaleRaces } from './preorder-races.ts';
import { rest, SALES, saleBody } from './support.ts';

let app: RunningApp;
let admin: Caller;
beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('SALES');
});
afterAll(() => app.stop());

const SHOWN = 'id revision preorderId preorder { id number } customerId';

/** The answer of a mutation as `[code]`, or its data. */
async function call(query: string, variables: Json, who = admin): Promise<Json> {
  const { body } = await who.gql(query, variables);
  const [error] = body.errors ?? [];
  return error ? [error.extensions.code] : Object.values<Json>(body.data)[0].sale;
}

const link = (id: string, preorderId: string | null, who = admin, expectedRevision?: number) =>
  call(
    `mutation ($id: ID!, $input: LinkSaleToPreorderInput!, $expectedRevision: Int) {
       linkSaleToPreorder(id: $id, input: $input, expectedRevision: $expectedRevision) { sale { ${SHOWN} } } }`,
    { id, input: { preorderId }, expectedRevision },
    who,
  );
const sell = async (preorderId: string, customerId: string, deviceId?: string) =>
  call(`mutation ($input: CreateSaleInput!) { createSale(input: $input) { sale { ${SHOWN} } } }`, {
    input: saleBody(deviceId ?? (await makeDevice(app)).id, {
      customer: { id: customerId },
      paymentStatus: 'UNPAID',
      preorderId,
    }),
  });

/** A preorder, and a sale of its customer. */
async function pairOf(overrides: PreorderOverrides = {}) {
  const preorder = await makePreorder(app, overrides);
  const updatedAt = new Date(app.clock.now().getTime() - 60_000);
  const sale = await makeSale(app, { customerId: preorder.customerId, paymentStatus: 'UNPAID', updatedAt });
  return { preorder, sale };
}

const entriesOf = (id: string) =>
  app.sql('select action, changes, detail from audit_entry where target_id = $1 order by id', [id]);

describe('linkSaleToPreorder: a sale and the preorder that it came from', () => {
  it('a sale and the preorder that it came from are linked, lead to each other, and can be taken apart', async () => {
    const { preorder, sale } = await pairOf();
    expect(await link(sale.id, preorder.id)).toEqual({
      id: sale.id,
      revision: 2,
      preorderId: preorder.id,
      preorder: { id: preorder.id, number: preorder.number },
      customerId: preorder.customerId,
    });
    const read = `query ($id: ID!) { preorder(id: $id) { sales { nodes { id preorder { id } } } } }`;
    expect((await admin.gql(read, { id: preorder.id })).body.data.preorder.sales.nodes).toEqual([
      { id: sale.id, preorder: { id: preorder.id } },
    ]);
    expect(await link(sale.id, null)).toMatchObject({ revision: 3, preorderId: null, preorder: null });
    expect((await admin.gql(read, { id: preorder.id })).body.data.preorder.sales.nodes).toEqual([]);
    const rows = await app.sql('select updated_at from sale where id = $1', [sale.id]);
    expect(rows).toEqual([{ updated_at: app.clock.now() }]);
    expect(await entriesOf(sale.id)).toEqual([
      {
        action: 'linkSaleToPreorder',
        changes: { preorderId: { from: null, to: preorder.id } },
        detail: { number: sale.number },
      },
      expect.objectContaining({ changes: { preorderId: { from: preorder.id, to: null } } }),
    ]);
  });

  it('a sale and the preorder that it came from stay as they are when nothing changes, or nothing is said', async () => {
    const { preorder, sale } = await pairOf();
    await link(sale.id, preorder.id);
    expect(await link(sale.id, preorder.id.toUpperCase())).toMatchObject({ revision: 2, preorderId: preorder.id });
    const silent = `mutation ($id: ID!) { linkSaleToPreorder(id: $id, input: {}) { sale { ${SHOWN} } } }`;
    expect(await call(silent, { id: sale.id })).toMatchObject({ revision: 2, preorderId: preorder.id });
    expect(await entriesOf(sale.id)).toHaveLength(1);
  });

  it('a sale and the preorder that it came from are linked at the revision that the caller has read, or not at all', async () => {
    const { preorder, sale } = await pairOf();
    expect(await link(sale.id, preorder.id, admin, 7)).toEqual(['REVISION_CONFLICT']);
    expect(await link(sale.id, preorder.id, admin, 1)).toMatchObject({ revision: 2 });
  });

  it('a sale and the preorder that it came from are at most as many as its quantity; a cancelled sale makes room', async () => {
    const { preorder, sale } = await pairOf({ quantity: 2 });
    const { customerId } = preorder;
    await link(sale.id, preorder.id);
    const second = await sell(preorder.id, customerId);
    expect(second.preorder.number).toBe(preorder.number);
    const third = await makeSale(app, { customerId, paymentStatus: 'UNPAID' });
    expect(await link(third.id, preorder.id)).toEqual(['PREORDER_SOLD']);
    expect(await sell(preorder.id, customerId)).toEqual(['PREORDER_SOLD']);
    expect((await rest.cancel(admin, second.id)).status).toBe(201);
    expect(await link(third.id, preorder.id)).toMatchObject({ preorderId: preorder.id });
    expect(await sell(preorder.id, customerId)).toEqual(['PREORDER_SOLD']);
    // The cancelled sale still says where it came from, and can be unlinked.
    expect(await link(second.id, null)).toMatchObject({ preorderId: null });
    expect(await link(second.id, preorder.id)).toEqual(['SALE_NOT_EDITABLE']);
  });

  it.each<[string, () => Promise<string>, string]>([
    ['is unknown', async () => '0190f000-0000-7000-8000-000000000000', 'PREORDER_NOT_FOUND'],
    ['has a malformed id', async () => "x' or true --", 'PREORDER_NOT_FOUND'],
    ['was deleted', async () => (await makePreorder(app, { deletedAt: new Date() })).id, 'PREORDER_NOT_FOUND'],
    ['was cancelled', async () => (await makePreorder(app, { status: 'CANCELLED' })).id, 'PREORDER_NOT_LINKABLE'],
    ['is of another customer', async () => (await makePreorder(app)).id, 'PREORDER_OF_ANOTHER_CUSTOMER'],
  ])(
    'a sale and the preorder that it came from are not linked when the preorder %s, and nothing is sold from it',
    async (_what, make, code) => {
      const { sale } = await pairOf();
      const preorder = await make();
      expect(await link(sale.id, preorder)).toEqual([code]);
      const device = await makeDevice(app);
      expect(await sell(preorder, sale.customerId, device.id)).toEqual([code]);
      expect(await app.sql('select status from device where id = $1', [device.id])).toEqual([{ status: 'READY' }]);
      expect(await app.sql('select from sale where device_id = $1', [device.id])).toEqual([]);
    },
  );

  it('a sale and the preorder that it came from are linked when the preorder has no customer', async () => {
    const { preorder, sale } = await pairOf();
    await app.sql('update preorder set customer_id = null where id = $1', [preorder.id]);
    expect(await link(sale.id, preorder.id)).toMatchObject({ preorderId: preorder.id });
  });

  it('a sale and the preorder that it came from keep one customer: the buyer of a linked sale cannot be changed', async () => {
    const { preorder, sale } = await pairOf();
    const other = await makeCustomerRow(app);
    await link(sale.id, preorder.id);
    const refused = await rest.update(admin, sale.id, { customerId: other.id });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'SALE_NOT_EDITABLE']);
    await link(sale.id, null);
    expect((await rest.update(admin, sale.id, { customerId: other.id })).status).toBe(200);
    expect(await link(sale.id, preorder.id)).toEqual(['PREORDER_OF_ANOTHER_CUSTOMER']);
  });

  it('a sale and the preorder that it came from are linked by those who sell, and by nobody else', async () => {
    const { preorder, sale } = await pairOf();
    for (const role of ['OPERATIONS', 'SUPPORT', 'VIEWER'] as const) {
      expect([role, await link(sale.id, preorder.id, await app.as(role))]).toEqual([role, ['ROLE_FORBIDDEN']]);
    }
    expect(await link(sale.id, preorder.id, await app.as('ADMIN'))).toMatchObject({ revision: 2 });
  });

  it('a sale and the preorder that it came from find each other in filters, across the edge too', async () => {
    const { preorder, sale } = await pairOf({ utmSource: 'fair' });
    await link(sale.id, preorder.id);
    const find = async (filter: string) =>
      (await admin.gql(`{ sales(filter: ${filter}) { nodes { id } } }`)).body.data.sales.nodes;
    expect(await find(`{ preorderId: { eq: "${preorder.id}" } }`)).toEqual([{ id: sale.id }]);
    expect(await find('{ preorder: { utmSource: { eq: "fair" } } }')).toEqual([{ id: sale.id }]);
  });

  it('a sale and the preorder that it came from leave the sale of REST as the contract has it', async () => {
    const { preorder, sale } = await pairOf();
    await link(sale.id, preorder.id);
    const one = await rest.get(admin, sale.id);
    const all = await admin.rest('GET', `${SALES}?search=${one.body.number}`);
    const changed = await rest.update(admin, sale.id, { notes: 'called' });
    for (const body of [one.body, all.body.items[0], changed.body]) {
      expect(Object.keys(body).filter((key) => /preorder/i.test(key))).toEqual([]);
    }
    const device = await makeDevice(app);
    const refused = await rest.create(admin, saleBody(device.id, { preorderId: preorder.id }));
    expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('a sale and the preorder that it came from are remembered by a retry with the same key', async () => {
    const preorder = await makePreorder(app);
    const input = saleBody((await makeDevice(app)).id, {
      customer: { id: preorder.customerId },
      preorderId: preorder.id,
    });
    const create = `mutation ($input: CreateSaleInput!) { createSale(input: $input, idempotencyKey: "preorder-1-retried") { sale { ${SHOWN} } } }`;
    const first = await call(create, { input });
    expect(first.preorder.id).toBe(preorder.id);
    expect(await call(create, { input })).toEqual(first);
    expect(await call(create, { input: { ...input, preorderId: undefined } })).toEqual(['IDEMPOTENCY_KEY_REUSED']);
  });
});

describePreorderSaleRaces();
