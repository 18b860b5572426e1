import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { requireDerivable, requireSentence } from '../support/derivable.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';

let app: RunningApp;
let admin: Caller;

beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

/** The first error of a request, without what differs each time. */
async function errorOf(who: Caller, query: string, variables?: Json): Promise<Json> {
  const { body } = await who.gql(query, variables);
  const { message, extensions } = body.errors?.[0] ?? {};
  const { code, messageId, params, fields } = extensions ?? {};
  return { message, code, messageId, params, ...(fields ? { fields } : {}) };
}

describe('the values of an error are apart from its sentence', () => {
  it('a refund of too much says what was asked and what is left', async () => {
    const { id } = await makeSale(app);
    const query = `mutation { refundSale(id: "${id}", input: { amount: 1200000, reason: "as agreed by phone" }) { __typename } }`;
    expect(await errorOf(admin, query)).toEqual({
      code: 'REFUND_AMOUNT_EXCEEDS_REFUNDABLE',
      messageId: 'REFUND_AMOUNT_EXCEEDS_REFUNDABLE',
      params: { requested: 1_200_000, refundable: 1_000_000 },
      message: 'amount 1200000 exceeds the refundable amount: it must be at most 1000000.',
      fields: [
        { path: 'amount', code: 'TOO_LARGE', params: { maximum: 1_000_000 }, message: 'must be at most 1000000' },
      ],
    });
  });

  it('a transition that takes several steps names each with its operation', async () => {
    const { id } = await makePreorder(app);
    const query = `mutation { setPreorderStatus(id: "${id}", input: { status: PAYMENT_PENDING }) { __typename } }`;
    expect(await errorOf(admin, query)).toMatchObject({
      messageId: 'INVALID_TRANSITION_STEPS',
      params: {
        from: 'NEW',
        to: 'PAYMENT_PENDING',
        steps: [
          { by: 'setPreorderStatus', to: 'CONFIRMED' },
          { by: 'setPreorderStatus', to: 'PAYMENT_PENDING' },
        ],
      },
    });
  });

  it('a stale revision says the present one, a role the roles that may, a query its cost', async () => {
    const { id } = await makeCustomerRow(app);
    const update = `mutation { updateCustomer(id: "${id}", expectedRevision: 99, input: { fullName: "New" }) { __typename } }`;
    expect(await errorOf(admin, update)).toMatchObject({
      messageId: 'REVISION_CONFLICT_STALE',
      params: { revision: 1 },
    });
    expect(await errorOf(await app.as('VIEWER'), update)).toMatchObject({
      messageId: 'ROLE_FORBIDDEN_OPERATION',
      params: { role: 'VIEWER', operation: 'updateCustomer', roles: expect.arrayContaining(['SALES']) },
    });
    const costly = '{ sales(first: 100) { nodes { customer { sales(first: 100) { nodes { id } } } } } }';
    expect(await errorOf(admin, costly)).toMatchObject({
      messageId: 'GRAPHQL_VALIDATION_FAILED_TOO_COSTLY',
      params: { cost: expect.any(Number), maximum: expect.any(Number) },
    });
  });

  it('each wrong field has a code and its values', async () => {
    const input = { unitPrice: -1, customer: { fullName: 'A' }, currency: 'SUM', deviceId: '', paymentStatus: 'PAID' };
    const { fields } = await errorOf(
      admin,
      'mutation ($input: CreateSaleInput!) { createSale(input: $input) { __typename } }',
      { input: { ...input, salesChannel: 'DIRECT', discount: 2_000_000_001 } },
    );
    expect(fields).toEqual(
      expect.arrayContaining([
        { path: 'unitPrice', code: 'TOO_SMALL', params: { minimum: 0 }, message: 'must be at least 0' },
        {
          path: 'discount',
          code: 'TOO_LARGE',
          params: { maximum: 2_000_000_000 },
          message: 'must be at most 2000000000',
        },
      ]),
    );
  });
});

describe('what is wrong with a document or its variables has a code and values too', () => {
  it.each<[string, string, Json, object]>([
    [
      'an unknown field',
      '{ devices { nodes { seral } } }',
      undefined,
      { path: 'Device.seral', code: 'UNKNOWN_FIELD', params: { nearest: expect.arrayContaining(['serial']) } },
    ],
    [
      'an unknown argument',
      '{ devices(firsst: 1) { totalCount } }',
      undefined,
      { path: 'Query.devices.firsst', code: 'UNKNOWN_FIELD', params: { nearest: ['first'] } },
    ],
    ['a missing argument', '{ device { id } }', undefined, { path: 'Query.device.id', code: 'REQUIRED', params: {} }],
    [
      'a wrong value of an enum in the document',
      '{ devices(filter: { status: { eq: ACTVE } }) { totalCount } }',
      undefined,
      {
        path: 'devices.filter.status.eq',
        code: 'NOT_IN_ENUM',
        params: { values: expect.arrayContaining(['ACTIVE', 'SOLD']), nearest: ['ACTIVE'] },
      },
    ],
    [
      'a wrong value of an enum in the variables',
      'query ($f: DeviceFilter) { devices(filter: $f) { totalCount } }',
      { f: { status: { in: ['SOLD', 'ACTVE'] } } },
      { path: 'f.status.in[1]', code: 'NOT_IN_ENUM', params: expect.objectContaining({ nearest: ['ACTIVE'] }) },
    ],
    [
      'an unknown field of the variables',
      'query ($f: DeviceFilter) { devices(filter: $f) { totalCount } }',
      { f: { serialNumber: { eq: 'x' } } },
      { path: 'f.serialNumber', code: 'UNKNOWN_FIELD', params: { nearest: ['serial'] } },
    ],
    [
      'null where a value must be',
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      { ids: [null] },
      { path: 'ids[0]', code: 'NULL', params: {} },
    ],
    [
      'a page that is too long',
      '{ customer(id: "019a0000-0000-7000-8000-000000000000") { sales(first: 5000) { nodes { id } } } }',
      undefined,
      { path: 'Customer.sales.first', code: 'NOT_IN_RANGE', params: { type: 'integer', minimum: 0, maximum: 100 } },
    ],
  ])('%s is named with its values', async (_what, query, variables, field) => {
    const { fields, messageId } = await errorOf(admin, query, variables);
    expect(messageId).toMatch(/_FIELDS$/);
    expect(fields).toEqual([expect.objectContaining(field)]);
  });

  it('a value that may be a secret is in no value of the error', async () => {
    const secret = 'Secret-Harbour-72';
    const { body } = await admin.gql('query ($f: DeviceFilter) { devices(filter: $f) { totalCount } }', {
      f: { status: { eq: secret } },
    });
    expect(body.errors[0].extensions.fields[0].code).toBe('NOT_IN_ENUM');
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  it('a limit of documents says the maximum', async () => {
    const query = `{ ${Array.from({ length: 31 }, (_, at) => `a${at}: devices { totalCount }`).join(' ')} }`;
    expect(await errorOf(admin, query)).toMatchObject({
      messageId: 'GRAPHQL_VALIDATION_FAILED_TOO_MANY',
      params: { maximum: expect.any(Number), of: expect.any(String) },
    });
  });
});

it('each reason of an action that is not open, and of a locked field, has its code and values', async () => {
  const { deviceId, id } = await makeSale(app, { refundedTotal: 300_000 });
  const actions = `availableActions { operation allowed reason code messageId params lockedFields { field reason code messageId params } }`;
  const { body } = await admin.gql(`{ sale(id: "${id}") { ${actions} } device(id: "${deviceId}") { ${actions} } }`);
  const all: Json[] = [...body.data.sale.availableActions, ...body.data.device.availableActions];
  for (const { reason, lockedFields, ...action } of all) {
    for (const locked of lockedFields) requireSentence({ ...locked, message: locked.reason });
    if (action.allowed) expect(action).toMatchObject({ code: null, messageId: null, params: null });
    else requireSentence({ ...action, message: reason });
  }
  expect(all.flatMap(({ lockedFields }) => lockedFields)).toContainEqual({
    field: 'unitPrice',
    reason: expect.stringContaining('Refund the difference'),
    code: 'SALE_NOT_EDITABLE',
    messageId: 'SALE_NOT_EDITABLE_PRICE_SETTLED',
    params: { status: 'PAID', open: 'PENDING', paid: 'PAID', instead: 'refundSale' },
  });
});

it('an error over REST has exactly its three members', async () => {
  const { id } = await makeDevice(app);
  const { body } = await admin.rest('PUT', `/v1/admin/devices/${id}/status`, { status: 'CLAIMED', reason: 'by hand' });
  expect(Object.keys(body.error).sort()).toEqual(['code', 'message', 'requestId']);
});

it('a sentence that its id and values do not make is found', () => {
  const extensions = { code: 'PREORDER_DISABLED', messageId: 'PREORDER_DISABLED', params: {} };
  expect(() => requireDerivable({ body: { errors: [{ message: 'Preorders are over.', extensions }] } })).toThrow();
  expect(() =>
    requireDerivable({ body: { errors: [{ message: 'Preorders are closed.', extensions }] } }),
  ).not.toThrow();
});
