import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { race } from '../support/race.ts';

let app: RunningApp;
let admin: Caller;

beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('ADMIN');
});
afterAll(() => app.stop());

let sequence = 0;
const newEmail = () => `owner.${sequence++}@example.com`;
const transfer = (id: string, body: Json, who = admin, headers: Record<string, string> = {}) =>
  who.rest('POST', `/v1/admin/devices/${id}/transfer`, { reason: 'sold on', ...body }, headers);
const deviceRow = async (id: string): Promise<Json> => (await app.sql('select * from device where id = $1', [id]))[0];
const customersOf = (email: string) => app.sql('select * from customer where email = $1', [email]);
const entries = (id: string) => app.sql('select * from audit_entry where target_id = $1', [id]);

describe('transferDevice: a device transfer', () => {
  it.each(['CLAIMED', 'ACTIVE'] as const)(
    'a device transfer changes the owner of a device that is %s',
    async (from) => {
      const { id, ownerId } = await makeDevice(app, { status: from, pairings: 2, pairingEpoch: 1 });
      const customerEmail = newEmail();
      const { status, body } = await transfer(id, { customerEmail, customerName: 'Botir Aliyev' });
      const [customer] = await customersOf(customerEmail);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        id,
        status: 'CLAIMED',
        ownerId: customer.id,
        pairingEpoch: 2,
        activatedAt: null,
        claimedAt: expect.any(String),
        revision: 2,
      });
      expect(customer).toMatchObject({ full_name: 'Botir Aliyev', email: customerEmail, phone: null, revision: 1 });
      const pairings = await app.sql('select revoked_at, revoked_reason from pairing where device_id = $1', [id]);
      expect(pairings).toEqual([1, 2].map(() => ({ revoked_at: app.clock.now(), revoked_reason: 'transferDevice' })));
      expect(await app.sql('select * from device_event where device_id = $1', [id])).toEqual([
        expect.objectContaining({
          cause: 'transferDevice',
          from_status: from,
          to_status: 'CLAIMED',
          from_owner_id: ownerId,
          to_owner_id: customer.id,
          reason: 'sold on',
          actor_id: admin.admin.id,
        }),
      ]);
      const [entry] = await entries(id);
      expect(entry).toMatchObject({ action: 'transferDevice', reason: 'sold on', detail: { customerCreated: true } });
      expect(entry.changes).toMatchObject({
        ownerId: { from: ownerId, to: customer.id },
        pairingEpoch: { from: 1, to: 2 },
      });
      expect(JSON.stringify(entry)).not.toContain(customerEmail);
    },
  );

  it('a device transfer to a known customer does not change the customer', async () => {
    const customer = await makeCustomerRow(app, { fullName: 'Dilnoza Yusupova', email: newEmail() });
    const { id } = await makeDevice(app, { status: 'ACTIVE' });
    const customerEmail = `  ${customer.email.toUpperCase()} `;
    const { status, body } = await transfer(id, { customerEmail, customerName: 'Another Name' });
    expect([status, body.ownerId]).toEqual([201, customer.id]);
    expect(await customersOf(customer.email)).toEqual([
      expect.objectContaining({ full_name: 'Dilnoza Yusupova', revision: 1 }),
    ]);
    expect((await entries(id))[0].detail).toEqual({ customerCreated: false });
  });

  it.each([
    ['the part before the @', 'nodira@example.org', undefined, 'nodira'],
    ['the whole address where that is too short', 'n@example.org', undefined, 'n@example.org'],
    ['the address when the name is blank', 'blank@example.org', '   ', 'blank'],
    ['the name given, trimmed', 'named@example.org', ' Olim ', 'Olim'],
    ['a name of one letter, as given', 'letter@example.org', 'O', 'O'],
  ])('a device transfer names a new customer by %s', async (_what, customerEmail, customerName, fullName) => {
    const { id } = await makeDevice(app, { status: 'CLAIMED' });
    expect((await transfer(id, { customerEmail, customerName })).status).toBe(201);
    expect((await customersOf(customerEmail))[0].full_name).toBe(fullName);
  });

  it('a device transfer to the same owner again changes nothing', async () => {
    const customer = await makeCustomerRow(app, { email: newEmail() });
    const { id } = await makeDevice(app, { status: 'ACTIVE', owner: customer.id, pairings: 1 });
    const { status, body } = await transfer(id, { customerEmail: customer.email });
    expect([status, body.status, body.revision, body.pairingEpoch]).toEqual([201, 'ACTIVE', 1, 0]);
    expect(await app.sql('select 1 from pairing where device_id = $1 and revoked_at is null', [id])).toHaveLength(1);
    expect(await entries(id)).toEqual([]);
  });

  it.each(['INVENTORY', 'READY', 'SOLD', 'RETURNED', 'SUSPENDED', 'REVOKED', 'REPAIR', 'RETIRED'] as const)(
    'a device transfer fails with 409 for a device that is %s and creates no customer',
    async (at) => {
      const { id } = await makeDevice(app, { status: at, owner: true });
      const customerEmail = newEmail();
      const { status, body } = await transfer(id, { customerEmail });
      expect([status, body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
      expect(await customersOf(customerEmail)).toEqual([]);
      expect((await deviceRow(id)).status).toBe(at);
      expect(await entries(id)).toEqual([]);
    },
  );

  it('a device transfer fails with 409 for a device that cannot be transferred, also to its current owner', async () => {
    const customer = await makeCustomerRow(app, { email: newEmail() });
    const { id } = await makeDevice(app, { status: 'SUSPENDED', owner: customer.id });
    expect((await transfer(id, { customerEmail: customer.email })).status).toBe(409);
  });

  it('a transfer of many devices concurrently to one new address creates one customer', async () => {
    const devices = await race(10, () => makeDevice(app, { status: 'ACTIVE' }));
    const customerEmail = newEmail();
    const replies = await race(devices.length, (index) => transfer(devices[index]?.id ?? '', { customerEmail }));
    expect(replies.map(({ status }) => status)).toEqual(devices.map(() => 201));
    const made = await customersOf(customerEmail);
    expect(made).toHaveLength(1);
    expect(new Set(replies.map(({ body }) => body.ownerId))).toEqual(new Set([made[0].id]));
  });
});

describe('transferDevice: an invalid call', () => {
  it.each([
    ['customerEmail', { customerEmail: undefined }],
    ['customerEmail', { customerEmail: 'nobody' }],
    ['customerName', { customerEmail: 'a.b@example.com', customerName: 7 }],
    ['reason', { customerEmail: 'a.b@example.com', reason: 'ab' }],
    ['customerId', { customerEmail: 'a.b@example.com', customerId: 'x' }],
  ])('an invalid call fails with 400 and names the invalid field %s', async (field, body) => {
    const { id } = await makeDevice(app, { status: 'ACTIVE' });
    const reply = await transfer(id, body);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain(field);
  });

  it('an invalid call fails with 404 for an unknown device', async () => {
    const reply = await transfer('01900000-0000-7000-8000-000000000000', { customerEmail: newEmail() });
    expect([reply.status, reply.body.error.code]).toEqual([404, 'DEVICE_NOT_FOUND']);
  });

  it('an invalid call fails with 409 if the caller read another revision', async () => {
    const { id } = await makeDevice(app, { status: 'ACTIVE' });
    const reply = await transfer(id, { customerEmail: newEmail() }, admin, { 'if-match': '"2"' });
    expect([reply.status, reply.body.error.code]).toEqual([409, 'REVISION_CONFLICT']);
  });

  it.each(['OPERATIONS', 'SALES', 'VIEWER', 'FIRMWARE_MANAGER'] as const)(
    'an invalid call fails with 403 for %s',
    async (role) => {
      const { id } = await makeDevice(app, { status: 'ACTIVE' });
      expect((await transfer(id, { customerEmail: newEmail() }, await app.as(role))).status).toBe(403);
    },
  );
});
