import { type RunningApp, sharedTestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller, Json } from '../support/callers.ts';
import { databaseState } from '../support/database-state.ts';
import { makeCustomerRow } from '../support/factories/device.ts';
import { makeSale, type SaleOverrides } from '../support/factories/sale.ts';
import { rest, transports } from './support.ts';

const MAX_MONEY = 2_000_000_000;
const CLAIMED = new Date('2026-11-01T00:00:00Z');

let app: RunningApp;
let seller: Caller;

beforeAll(async () => {
  app = await sharedTestApp();
  seller = await app.as('SALES');
});
afterAll(() => app.stop());

const deviceRow = async (id: string): Promise<Json> => (await app.sql('select * from device where id = $1', [id]))[0];

/** A sale in each state that the rules tell apart. */
const STATES: Readonly<Record<string, SaleOverrides>> = {
  unpaid: { paymentStatus: 'UNPAID' },
  partial: { paymentStatus: 'PARTIAL' },
  'partial with refunds': { paymentStatus: 'PARTIAL', refundedTotal: 400_000 },
  paid: { paymentStatus: 'PAID' },
  'paid with refunds': { paymentStatus: 'PAID', refundedTotal: 400_000 },
  fulfilled: { paymentStatus: 'PAID', claimedAt: CLAIMED, deviceStatus: 'CLAIMED' },
  cancelled: { paymentStatus: 'UNPAID', status: 'CANCELLED' },
  refunded: { paymentStatus: 'REFUNDED' },
};
const PAYMENTS = ['UNPAID', 'PARTIAL', 'PAID', 'REFUNDED'];
/** Where an admin may move a payment by hand. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  unpaid: ['PARTIAL', 'PAID'],
  partial: ['UNPAID', 'PAID'],
  'partial with refunds': ['UNPAID', 'PAID'],
  paid: ['UNPAID', 'PARTIAL'],
  'paid with refunds': [],
  fulfilled: [],
  cancelled: [],
  refunded: [],
};
const REPRICED = ['unpaid', 'partial', 'partial with refunds', 'paid'];

describe.each(transports)('updateSale: an update of a sale over %s', (_transport, call) => {
  describe('of the payment status', () => {
    const cases = Object.keys(STATES).flatMap((state) => PAYMENTS.map((to) => [state, to] as const));

    it.each(cases)(
      'the payment status of a sale that is %s moves to %s exactly if the table allows it',
      async (state, to) => {
        const { paymentStatus } = STATES[state] ?? {};
        const { id } = await makeSale(app, STATES[state]);
        const reply = await call.update(seller, id, { paymentStatus: to });
        const same = to === paymentStatus;
        if (same || MOVES[state]?.includes(to)) {
          expect([reply.status, reply.body.paymentStatus, reply.body.revision]).toEqual([200, to, same ? 1 : 2]);
          expect(await auditOf(app, reply.headers['x-request-id'])).toHaveLength(same ? 0 : 1);
          return;
        }
        expect([reply.status, reply.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
        for (const word of [paymentStatus, to]) expect(reply.body.error.message).toContain(word);
      },
    );
  });

  it.each(Object.keys(STATES))(
    'the price of a sale that is %s changes only before it is fulfilled, cancelled or refunded',
    async (state) => {
      const { id } = await makeSale(app, STATES[state]);
      for (const change of [{ unitPrice: 900_000 }, { discount: 50_000 }]) {
        const { status, body } = await call.update(seller, id, change);
        if (REPRICED.includes(state)) expect([status, body]).toEqual([200, expect.objectContaining(change)]);
        else expect([status, body.error.code]).toEqual([409, 'SALE_NOT_EDITABLE']);
      }
      const { body } = await rest.get(seller, id);
      expect(body.total).toBe(REPRICED.includes(state) ? 850_000 : 1_000_000);
    },
  );

  it('an update of a sale requires a total greater than the refunds, within its bounds', async () => {
    const { id } = await makeSale(app, STATES['partial with refunds']);
    const tried = [];
    for (const change of [
      { unitPrice: 400_000 },
      { unitPrice: 400_001 },
      { discount: 400_002 },
      { unitPrice: MAX_MONEY, discount: 0 },
    ]) {
      const { status, body } = await call.update(seller, id, change);
      tried.push([status, body.error?.code ?? body.total]);
    }
    expect(tried).toEqual([
      [409, 'SALE_NOT_EDITABLE'],
      [200, 400_001],
      [400, 'DISCOUNT_EXCEEDS_PRICE'],
      [200, MAX_MONEY],
    ]);
  });

  it('an update of a sale changes several fields at once and records them in the audit entry', async () => {
    const { id } = await makeSale(app, { paymentStatus: 'UNPAID', notes: 'old' });
    const change = { unitPrice: 500, discount: 100, paymentStatus: 'PAID', salesChannel: 'RESELLER', notes: ' new ' };
    const reply = await call.update(seller, id, change);
    expect([reply.status, reply.body]).toEqual([
      200,
      expect.objectContaining({ ...change, notes: 'new', total: 400, status: 'PAID', revision: 2 }),
    ]);
    const [entry] = await auditOf(app, reply.headers['x-request-id']);
    expect(entry).toMatchObject({ action: 'updateSale', target_kind: 'Sale', target_id: id });
    expect(entry?.changes).toEqual({
      unitPrice: { from: 1_000_000, to: 500 },
      discount: { from: 0, to: 100 },
      total: { from: 1_000_000, to: 400 },
      paymentStatus: { from: 'UNPAID', to: 'PAID' },
      status: { from: 'PENDING', to: 'PAID' },
      salesChannel: { from: 'DIRECT', to: 'RESELLER' },
      notes: { from: 'old', to: 'new' },
    });
  });

  it('an update of a sale fulfills a sale when it is paid after its device was claimed', async () => {
    const { id } = await makeSale(app, { paymentStatus: 'UNPAID', claimedAt: CLAIMED, deviceStatus: 'CLAIMED' });
    expect((await call.update(seller, id, { paymentStatus: 'PAID' })).body.status).toBe('FULFILLED');
  });

  it.each([{}, { paymentStatus: 'PAID', unitPrice: 1_000_000, discount: 0, salesChannel: 'DIRECT', notes: '' }])(
    'an update of a sale changes nothing when all is so already: %j',
    async (change) => {
      const { id } = await makeSale(app, { claimedAt: CLAIMED, deviceStatus: 'CLAIMED' });
      const before = await databaseState(app.sql);
      const { status, body } = await call.update(seller, id, change);
      expect([status, body.revision]).toEqual([200, 1]);
      expect(await databaseState(app.sql)).toEqual(before);
    },
  );

  it('an update of a sale clears the notes with an empty string', async () => {
    const { id } = await makeSale(app, { notes: 'something' });
    expect((await call.update(seller, id, { notes: '  ' })).body.notes).toBeNull();
  });

  it('an update of a sale can change the notes and the channel of an ended sale', async () => {
    const { id } = await makeSale(app, STATES.refunded);
    const { body } = await call.update(seller, id, { notes: 'a good customer', salesChannel: 'OTHER' });
    expect(body).toMatchObject({ notes: 'a good customer', salesChannel: 'OTHER', status: 'REFUNDED' });
  });

  describe('of the customer', () => {
    it('an update of the customer also changes the owner of the device', async () => {
      const sale = await makeSale(app);
      const next = await makeCustomerRow(app, { fullName: 'Sevara Nazarova' });
      const reply = await call.update(seller, sale.id, { customerId: next.id.toUpperCase() });
      expect(reply.body.customer).toEqual({ id: next.id, fullName: 'Sevara Nazarova' });
      expect(await deviceRow(sale.deviceId)).toMatchObject({ status: 'SOLD', owner_id: next.id });
      const events = await app.sql('select * from device_event where device_id = $1', [sale.deviceId]);
      expect(events).toEqual([
        expect.objectContaining({
          cause: 'updateSale',
          from_owner_id: sale.customerId,
          to_owner_id: next.id,
          actor_id: seller.admin.id,
        }),
      ]);
      const [entry] = await auditOf(app, reply.headers['x-request-id']);
      expect(entry?.changes).toEqual({ customerId: { from: sale.customerId, to: next.id } });
    });

    it.each<[string, SaleOverrides]>([
      ['was claimed under this sale', { claimedAt: CLAIMED, deviceStatus: 'CLAIMED' }],
      ['is CLAIMED', { deviceStatus: 'CLAIMED' }],
      ['is ACTIVE', { deviceStatus: 'ACTIVE' }],
      ['has left the sale', { refundedTotal: 1, deviceStatus: 'RETURNED', deviceReleasedAt: CLAIMED }],
      ['is of a cancelled sale', { paymentStatus: 'UNPAID', status: 'CANCELLED', deviceStatus: 'READY' }],
      ['is of a refunded sale', { paymentStatus: 'REFUNDED' }],
    ])('an update of the customer of a sale fails with 409 if the device %s', async (_what, overrides) => {
      const sale = await makeSale(app, overrides);
      const next = await makeCustomerRow(app);
      const before = await databaseState(app.sql);
      const { status, body } = await call.update(seller, sale.id, { customerId: next.id });
      expect([status, body.error.code]).toEqual([409, 'SALE_NOT_EDITABLE']);
      expect(await databaseState(app.sql)).toEqual(before);
      expect((await call.update(seller, sale.id, { customerId: sale.customerId })).status).toBe(200);
    });

    it('an update of the customer of a sale fails with 404 for an unknown customer', async () => {
      const { id } = await makeSale(app);
      for (const customerId of ['01900000-0000-7000-8000-000000000000', 'nobody', '']) {
        const { status, body } = await call.update(seller, id, { customerId });
        expect([status, body.error.code]).toEqual([404, 'CUSTOMER_NOT_FOUND']);
      }
    });
  });

  it('an update of a sale fails with 409 for an outdated revision', async () => {
    const { id } = await makeSale(app);
    const reply = await call.update(seller, id, { notes: 'x' }, { 'if-match': '"2"' });
    expect([reply.status, reply.body.error.code]).toEqual([409, 'REVISION_CONFLICT']);
    expect((await call.update(seller, id, { notes: 'x' }, { 'if-match': '"1"' })).status).toBe(200);
  });

  it.each([
    ['unitPrice', { unitPrice: -1 }],
    ['unitPrice', { unitPrice: MAX_MONEY + 1 }],
    ['discount', { discount: -1 }],
    ['notes', { notes: 'x'.repeat(1001) }],
  ])('an update of a sale fails with 400 naming %s (%#)', async (field, change) => {
    const { id } = await makeSale(app);
    const { status, body } = await call.update(seller, id, change);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.message).toContain(field);
  });
});

it.each([
  ['notes', { notes: null }],
  ['customerId', { customerId: null }],
  ['paymentStatus', { paymentStatus: 'SOON' }],
  ['status', { status: 'CANCELLED' }],
  ['currency', { currency: 'USD' }],
  ['deviceId', { deviceId: 'x' }],
  ['soldAt', { soldAt: '2026-11-21T10:00:00Z' }],
])('updateSale: an update of a sale over REST fails with 400 naming %s (%#)', async (field, change) => {
  const { id } = await makeSale(app);
  const { status, body } = await rest.update(seller, id, change);
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(body.error.message).toContain(field);
});
