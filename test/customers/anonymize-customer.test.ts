import pg from 'pg';
import { openBusinessError } from '../../src/domain/customers/customer-rules.ts';
import { CustomerRecord } from '../../src/model/records/customer.ts';
import { pair } from '../pairing/support.ts';
import {
  newKey,
  order,
  place,
  placed,
  rest as preordersOverRest,
  putIn,
  setTerms,
  graphql as typedPreorders,
} from '../preorders/support.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller, Json, Reply } from '../support/callers.ts';
import { addPairing, makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { waiters } from '../support/lock-waiters.ts';
import { until } from '../support/until.ts';
import { wholeRecord } from '../support/whole-record.ts';
import { addNote, CUSTOMERS, codeOf, customer, newEmail, newPhone, UNKNOWN } from './support.ts';

const REASON = { reason: 'CUSTOMER_REQUEST' };
const DOCUMENT = `mutation ($id: ID!, $input: AnonymizeCustomerInput!, $revision: Int) {
  anonymizeCustomer(id: $id, input: $input, expectedRevision: $revision) { customer {
    ${CustomerRecord.viewFields.map((name) => (name === 'notes' ? 'notes: profileNotes' : name)).join(' ')} } } }`;

type Erase = (
  by: Caller,
  id: string,
  input?: Json,
  revision?: number,
) => Promise<Pick<Reply, 'status' | 'body'> & Json>;

const rest: Erase = (by, id, input = REASON, revision) =>
  by.rest('POST', `${CUSTOMERS}/${id}/anonymize`, input, revision === undefined ? {} : { 'if-match': `"${revision}"` });
const graphql: Erase = async (by, id, input = REASON, revision) => {
  const reply = await by.gql(DOCUMENT, { id, input, revision });
  const [error] = reply.body.errors ?? [];
  return error
    ? {
        ...reply,
        status: error.extensions.status,
        body: { error: { code: error.extensions.code, message: error.message } },
      }
    : { ...reply, status: 201, body: reply.body.data.anonymizeCustomer.customer };
};

let app: TestApp;
let owner: Caller;
let sales: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  owner = await app.as('SUPER_ADMIN');
  sales = await app.as('SALES');
  await setTerms(owner);
});
afterAll(() => app.stop());

const read = async (id: string) => (await owner.rest('GET', `${CUSTOMERS}/${id}`)).body;
const FULL = {
  company: 'Chorsu Savdo',
  country: 'Uzbekistan',
  city: 'Tashkent',
  region: 'Chilonzor',
  telegramUsername: 'botir_r',
  preferredLanguage: 'uz',
  notes: 'Pays in cash',
};

describe.each([
  ['REST', rest],
  ['GraphQL', graphql],
])('anonymizeCustomer: erasing a person over %s', (_name, erase) => {
  it('erasing a person answers the customer without the person, and audits who did it, when and why', async () => {
    const { id, createdAt } = await customer(owner, FULL);
    await addNote(owner, id, 'Called back');
    const reply = await erase(owner, id);
    const now = app.clock.now().toISOString();
    expect([reply.status, reply.body]).toEqual([
      201,
      wholeRecord(CustomerRecord, {
        id,
        fullName: 'Anonymized customer',
        preferredLanguage: 'uz',
        source: 'admin',
        sharesPhone: false,
        anonymizedAt: now,
        revision: expect.any(Number),
        createdAt,
        updatedAt: now,
      }),
    ]);
    expect(reply.body.revision).toBeGreaterThan(1);
    expect(await read(id)).toEqual({ ...reply.body, customerNotes: [] });
    expect(await auditOf(app, reply.headers['x-request-id'])).toMatchObject([
      {
        actor_id: owner.admin.id,
        action: 'anonymizeCustomer',
        target_kind: 'Customer',
        target_id: id,
        changes: null,
        detail: null,
        reason: 'CUSTOMER_REQUEST',
      },
    ]);
    expect(await app.sql('select id, erased_at, applied_at from erased_customer where id = $1', [id])).toEqual([
      { id, erased_at: app.clock.now(), applied_at: app.clock.now() },
    ]);
  });

  it('erasing a person gives a retry the same answer, whichever revision it names, and writes nothing', async () => {
    const { id } = await customer(owner);
    const first = await erase(owner, id, REASON, 1);
    const again = await erase(owner, id, { reason: 'ENTERED_BY_MISTAKE' }, 1);
    expect([again.status, again.body]).toEqual([201, first.body]);
    const entries = await app.sql(`select 1 from audit_entry where target_id = $1 and action = 'anonymizeCustomer'`, [
      id,
    ]);
    expect(entries).toHaveLength(1);
  });

  it('erasing a person is refused for a revision that has changed, an unknown customer, and a reason in words', async () => {
    const { id } = await customer(owner);
    expect(codeOf(await erase(owner, id, REASON, 2))).toEqual([409, 'REVISION_CONFLICT']);
    expect(codeOf(await erase(owner, UNKNOWN))).toEqual([404, 'CUSTOMER_NOT_FOUND']);
    const inWords = await erase(owner, id, { reason: 'Botir asked for it' });
    expect(inWords.body.error?.code).toMatch(/VALIDATION_FAILED$/);
    expect((await read(id)).anonymizedAt).toBeNull();
  });

  it.each(['ADMIN', 'SALES', 'SUPPORT', 'VIEWER', 'OPERATIONS'] as const)(
    'erasing a person is closed to %s',
    async (role) => {
      const { id } = await customer(owner);
      expect(codeOf(await erase(await app.as(role), id))).toEqual([403, 'ROLE_FORBIDDEN']);
    },
  );
});

describe('a customer with whom something is open', () => {
  const refusal = async (id: string) => {
    const { status, body } = await rest(owner, id);
    return [status, body.error?.code, body.error?.message];
  };

  it.each(['NEW', 'CONTACTED', 'CONFIRMED', 'PAYMENT_PENDING', 'DEPOSIT_PAID', 'READY_TO_SHIP'])(
    'a customer with a preorder that is %s is not anonymized',
    async (status) => {
      const { id } = await customer(owner);
      const { number } = await makePreorder(app, { customerId: id, status: status as 'NEW' });
      expect(await refusal(id)).toEqual([
        409,
        'CUSTOMER_IN_USE',
        `Cannot anonymize the customer, who has 1 open preorders (${number}): fulfil, cancel or delete them first.`,
      ]);
      expect((await read(id)).anonymizedAt).toBeNull();
    },
  );

  it.each(['FULFILLED', 'CANCELLED'])('a customer with a preorder that is %s is anonymized', async (status) => {
    const { id } = await customer(owner);
    const preorder = await makePreorder(app, { customerId: id });
    await putIn(app, preorder.id, status);
    expect((await rest(owner, id)).status).toBe(201);
    const [row] = await app.sql('select * from preorder where id = $1', [preorder.id]);
    expect(row).toMatchObject({ customer_id: id, number: preorder.number, status, full_name: null, phone: null });
  });

  it.each(['UNPAID', 'PARTIAL'] as const)(
    'a customer with a sale that is %s is not anonymized',
    async (paymentStatus) => {
      const { id } = await customer(owner);
      const { number } = await makeSale(app, { customerId: id, paymentStatus });
      expect(await refusal(id)).toEqual([
        409,
        'CUSTOMER_IN_USE',
        `Cannot anonymize the customer, who has 1 sales that are not paid in full (${number}): settle, refund or cancel them first.`,
      ]);
    },
  );

  it.each(['PAID', 'REFUNDED'] as const)(
    'a customer with a sale that is %s is anonymized, and the sale stays',
    async (paymentStatus) => {
      const { id } = await customer(owner);
      const sale = await makeSale(app, { customerId: id, paymentStatus, notes: 'For Botir' });
      expect((await rest(owner, id)).status).toBe(201);
      const { body } = await owner.rest('GET', `/v1/admin/sales/${sale.id}`);
      expect(body).toMatchObject({
        paymentStatus,
        total: sale.total,
        notes: null,
        customer: { id, fullName: 'Anonymized customer' },
      });
    },
  );

  it('a customer with whom something is open is not anonymized while an app uses a device, and is once its claim is reset', async () => {
    const { id, email } = await customer(owner);
    const device = await makeDevice(app);
    await makeSale(app, { customerId: id, deviceId: device.id });
    await app.sql(`update device set status = 'SOLD', owner_id = $2 where id = $1`, [device.id, id]);
    expect((await pair(app, device, undefined, { customerEmail: email })).status).toBe(201);
    expect(await refusal(id)).toEqual([
      409,
      'CUSTOMER_IN_USE',
      `Cannot anonymize the customer, who has 1 devices that apps use (${device.serial}): reset their claim, transfer them or take them back first.`,
    ]);
    const reset = await owner.rest('POST', `/v1/admin/devices/${device.id}/claim/reset`, {
      reason: 'asked to be forgotten',
    });
    expect((await rest(owner, id)).status).toBe(201);
    const [pairing] = await app.sql('select * from pairing where device_id = $1', [device.id]);
    expect(pairing).toMatchObject({ customer_id: id, device_name: '[erased]', app_installation_id: '[erased]' });

    // Whoever claims it next is somebody else, also without an address.
    const next = await pair(app, { ...device, claimCode: reset.body.claimCode });
    expect(next.status).toBe(201);
    const [{ owner_id: claimant }] = await app.sql('select owner_id from device where id = $1', [device.id]);
    expect(claimant).not.toBe(id);
  });

  it('a customer with whom something is open is not anonymized while an app is paired with a device that is out of use, unless for an earlier owner', async () => {
    const { id } = await customer(owner);
    const device = await makeDevice(app, { status: 'SUSPENDED', owner: id, pairings: 1 });
    expect((await refusal(id))[2]).toContain(`1 devices that apps use (${device.serial})`);
    await app.sql('update device set pairing_epoch = pairing_epoch + 1 where id = $1', [device.id]);
    expect((await rest(owner, id)).status).toBe(201);
  });

  it('a customer with whom something is open is told everything at once, the first three by name', async () => {
    const { id } = await customer(owner);
    for (let made = 0; made < 4; made += 1) await makePreorder(app, { customerId: id });
    await makeSale(app, { customerId: id, paymentStatus: 'UNPAID' });
    await makeDevice(app, { status: 'ACTIVE', owner: id });
    expect((await refusal(id))[2]).toMatch(
      /^Cannot anonymize the customer, who has 4 open preorders \(\S+, \S+, \S+ and 1 more\): .*; 1 sales .*; 1 devices that apps use \(KRV-\S+\): .* first\.$/,
    );
    expect(openBusinessError({ preorders: ['a', 'b', 'c'], sales: [], devices: [] })?.message).toContain(
      'who has 3 open preorders (a, b, c): ',
    );
  });
});

describe('after a person is erased', () => {
  let id: string;
  let number: string;
  let address: string;
  beforeAll(async () => {
    number = newPhone();
    address = newEmail();
    ({ id } = await customer(owner, { ...FULL, phone: number, email: address }));
    await rest(owner, id);
  });

  it('nothing new is written about the customer, and no action says otherwise', async () => {
    const device = await makeDevice(app);
    const sale = await makeSale(app, { paymentStatus: 'UNPAID' });
    const body = {
      customer: { id },
      deviceId: device.id,
      unitPrice: 5,
      paymentStatus: 'PAID',
      salesChannel: 'DIRECT',
    };
    const refused = [
      await sales.rest('PATCH', `${CUSTOMERS}/${id}`, { city: 'Buxoro' }),
      await addNote(sales, id),
      await sales.rest('POST', '/v1/admin/sales', body),
      await sales.rest('PATCH', `/v1/admin/sales/${sale.id}`, { customerId: id }),
    ];
    expect(refused.map(codeOf)).toEqual(refused.map(() => [409, 'CUSTOMER_ANONYMIZED']));
    const { body: shown } = await owner.gql(
      'query ($id: ID!) { customer(id: $id) { availableActions { operation allowed code } } }',
      { id },
    );
    expect(shown.data.customer.availableActions).toEqual([
      { operation: 'updateCustomer', allowed: false, code: 'CUSTOMER_ANONYMIZED' },
      { operation: 'addCustomerNote', allowed: false, code: 'CUSTOMER_ANONYMIZED' },
    ]);
  });

  it('a retry of an order of the person is refused as carried out, and makes no second order', async () => {
    const [key, body] = [newKey(), order()];
    const first = await place(app, body, key);
    const [{ id: ordered, customer_id: buyer }] = await app.sql(
      'select id, customer_id from preorder where number = $1',
      [first.body.number],
    );
    await putIn(app, ordered, 'CANCELLED');
    expect((await rest(owner, buyer)).status).toBe(201);
    const retry = await place(app, body, key);
    expect(codeOf(retry)).toEqual([409, 'IDEMPOTENCY_REPLY_ERASED']);
    expect(retry.body.error.message).toContain('was carried out');
    const [{ count }] = await app.sql('select count(*)::int from preorder where phone = $1', [body.phone]);
    expect(count).toBe(0);
  });

  it('the same number and address are a new customer, by hand, by a sale, by an order and by a transfer', async () => {
    const made = await customer(owner, { phone: number, email: address });
    expect(made.id).not.toBe(id);
    await rest(owner, made.id);
    const device = await makeDevice(app, { status: 'ACTIVE' });
    const moved = await owner.rest('POST', `/v1/admin/devices/${device.id}/transfer`, {
      customerEmail: address,
      reason: 'a gift',
    });
    expect(moved.status).toBe(201);
    const [{ owner_id: third }] = await app.sql('select owner_id from device where id = $1', [device.id]);
    expect([id, made.id]).not.toContain(third);
    const ordered = await placed(app, owner, { phone: number });
    expect([id, made.id, third]).not.toContain(ordered.customerId);
  });

  it('the person is found by no search, no address and no filter', async () => {
    for (const search of ['Botir', address, number, number.slice(4), 'botir_r', 'Chorsu']) {
      const { body } = await owner.rest('GET', `${CUSTOMERS}?search=${encodeURIComponent(search)}&take=100`);
      expect([search, body.items.map((found: Json) => found.id).filter((each: string) => each === id)]).toEqual([
        search,
        [],
      ]);
    }
  });
});

/** Somebody else has it now. */
async function makeFormerDevice(customerId: string): Promise<void> {
  const email = newEmail();
  await app.sql('update customer set email = $2 where id = $1', [customerId, email]);
  const { id } = await makeDevice(app, { status: 'ACTIVE' });
  for (const customerEmail of [email, newEmail()]) {
    const body = { customerEmail, reason: 'a gift' };
    expect((await owner.rest('POST', `/v1/admin/devices/${id}/transfer`, body)).status).toBe(201);
  }
}

/** A cancelled preorder keeps nobody from being erased, and can be deleted afterwards. */
async function eraseWithPreorder(customerId: string): Promise<void> {
  const [{ id }] = await app.sql('select id from preorder where customer_id = $1', [customerId]);
  await putIn(app, id, 'CANCELLED');
  expect((await rest(owner, customerId)).status).toBe(201);
}

it('an order that arrives while the person is being erased is that of a new customer', async () => {
  const phone = newPhone();
  const { id } = await customer(owner, { phone });
  const erasing = new pg.Client({ connectionString: app.database.url });
  await erasing.connect();
  await erasing.query('begin');
  await erasing.query('insert into erased_customer (id, erased_at, applied_at) values ($1, now(), now())', [id]);
  const order = placed(app, owner, { phone });
  await until(async () => (await waiters(app.sql, `query ~ 'for key share'`)) > 0);
  await erasing.query('commit');
  await erasing.end();
  expect((await order).customerId).not.toBe(id);
  expect((await read(id)).fullName).toBe('Anonymized customer');
});

it('an order that came first keeps the person', async () => {
  const phone = newPhone();
  const { id } = await customer(owner, { phone });
  const ordered = await placed(app, owner, { phone });
  expect(ordered.customerId).toBe(id);
  expect(codeOf(await rest(owner, id))).toEqual([409, 'CUSTOMER_IN_USE']);
});

describe.each([
  ['REST', preordersOverRest],
  ['GraphQL', typedPreorders],
])('a deleted preorder over %s', (_name, preorders) => {
  const remove = (preorder: Json) =>
    preorders.remove(owner, preorder.id, { preorderNumber: preorder.number, reason: 'a mistake' });

  it('a deleted preorder names the customer that it made, of whom nothing else is known, for anonymizing', async () => {
    const preorder = await placed(app, owner);
    const { record } = await remove(preorder);
    expect(record.remainingCustomerId).toBe(preorder.customerId);
    const { body } = await owner.gql(
      'query ($id: ID!) { customer(id: $id) { availableActions { operation allowed } } }',
      { id: preorder.customerId },
    );
    expect(body.data.customer.availableActions).toContainEqual({ operation: 'anonymizeCustomer', allowed: true });
    expect((await rest(owner, preorder.customerId, { reason: 'NO_LONGER_NEEDED' })).status).toBe(201);
  });

  it.each([
    ['another preorder', (customerId: string) => makePreorder(app, { customerId })],
    ['a sale', (customerId: string) => makeSale(app, { customerId })],
    ['a device', (customerId: string) => makeDevice(app, { status: 'ACTIVE', owner: customerId })],
    ['a note', (customerId: string) => addNote(owner, customerId)],
    ['a device that they had once', (customerId: string) => makeFormerDevice(customerId)],
    [
      'an app',
      async (customerId: string) => addPairing(app, { ...(await makeDevice(app)), epoch: 0, ownerId: customerId }),
    ],
    ['no identity any more', (customerId: string) => eraseWithPreorder(customerId)],
  ])('a deleted preorder names no customer with %s', async (_what, give) => {
    const preorder = await placed(app, owner);
    await give(preorder.customerId);
    expect((await remove(preorder)).record.remainingCustomerId).toBeNull();
  });
});
