import { DEVICE_STATUSES, PAYMENT_STATUSES, SALES_CHANNELS } from '../../src/model/enums.ts';
import { SaleRecord } from '../../src/model/records/sale.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller, Json } from '../support/callers.ts';
import { databaseState } from '../support/database-state.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makeSale } from '../support/factories/sale.ts';
import { wholeRecord } from '../support/whole-record.ts';
import { newCustomer, rest, SALES, saleBody, transports } from './support.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const MAX_MONEY = 2_000_000_000;

let app: TestApp;
let seller: Caller;

beforeAll(async () => {
  app = await cleanTestApp(NOW);
  seller = await app.as('SALES');
});
afterAll(() => app.stop());
afterEach(() => app.clock.set(NOW));

const deviceRow = async (id: string): Promise<Json> => (await app.sql('select * from device where id = $1', [id]))[0];
const counters = () => app.sql('select prefix, year, last from order_counter order by prefix, year');

/** The last number that the settings' prefix and the year have given. */
async function lastOf(year: number): Promise<number> {
  const [row] = await app.sql(
    'select last from order_counter c join business_settings s on s.order_number_prefix = c.prefix where year = $1',
    [year],
  );
  return row?.last ?? 0;
}

describe.each(transports)('createSale: a sale over %s', (_transport, call, created) => {
  it('a sale sells a READY device to its buyer', async () => {
    const device = await makeDevice(app);
    const body = saleBody(device.id, { discount: 200_000, notes: ' Gift ', soldAt: '2026-11-20T09:00:00+05:00' });
    const reply = await call.create(seller, body);
    expect([reply.status, reply.text]).toEqual([created, expect.any(String)]);
    const [{ prefix }] = await app.sql('select order_number_prefix as prefix from business_settings');
    const [customer] = await app.sql('select * from customer where email = $1', [body.customer.email]);
    expect(customer).toMatchObject({ full_name: 'Botir Rashidov', source: 'sale' });
    expect(reply.body).toEqual(
      wholeRecord(SaleRecord, {
        id: expect.any(String),
        number: `${prefix}-2026-${String(await lastOf(2026)).padStart(6, '0')}`,
        status: 'PAID',
        paymentStatus: 'PAID',
        refundState: 'NONE',
        customer: { id: customer.id, fullName: 'Botir Rashidov' },
        device: { id: device.id, serial: device.serial },
        unitPrice: 1_200_000,
        discount: 200_000,
        total: 1_000_000,
        refundedTotal: 0,
        refundable: 1_000_000,
        currency: 'UZS',
        salesChannel: 'TELEGRAM',
        soldAt: '2026-11-20T04:00:00.000Z',
        notes: 'Gift',
        cancelledAt: null,
        cancelReason: null,
        claimedAt: null,
        deviceReleasedAt: null,
        createdBy: seller.admin.id,
        refunds: [],
        revision: 1,
        createdAt: NOW.toISOString(),
        updatedAt: NOW.toISOString(),
      }),
    );
    expect((await call.get(seller, reply.body.id)).body).toEqual(reply.body);

    expect(await deviceRow(device.id)).toMatchObject({ status: 'SOLD', owner_id: customer.id, pairing_epoch: 0 });
    const codes = await app.sql('select status from claim_code where device_id = $1', [device.id]);
    expect(codes).toEqual([{ status: 'AVAILABLE' }]);
    const events = await app.sql('select * from device_event where device_id = $1', [device.id]);
    expect(events).toEqual([
      expect.objectContaining({
        cause: 'createSale',
        from_status: 'READY',
        to_status: 'SOLD',
        to_owner_id: customer.id,
        actor_id: seller.admin.id,
      }),
    ]);
    const entries = await auditOf(app, reply.headers['x-request-id']);
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'createSale',
        target_kind: 'Sale',
        target_id: reply.body.id,
        detail: {
          number: reply.body.number,
          customerId: customer.id,
          customerCreated: true,
          deviceId: device.id,
          total: 1_000_000,
          currency: 'UZS',
          paymentStatus: 'PAID',
        },
      }),
    ]);
  });

  it.each([
    ['UNPAID', 'PENDING', 0],
    ['PARTIAL', 'PENDING', 1_200_000],
    ['PAID', 'PAID', 1_200_000],
  ])('a sale with the payment %s gives the status %s', async (paymentStatus, status, refundable) => {
    const { id } = await makeDevice(app);
    const { body } = await call.create(seller, saleBody(id, { paymentStatus }));
    expect(body).toMatchObject({ paymentStatus, status, refundable, soldAt: NOW.toISOString(), notes: null });
  });

  it('a sale finds the customer by id, else by e-mail address, else by phone number', async () => {
    const first = await makeCustomerRow(app, { fullName: 'Dilnoza Yusupova' });
    const byId = await call.create(seller, saleBody((await makeDevice(app)).id, { customer: { id: first.id } }));
    expect(byId.body.customer).toEqual({ id: first.id, fullName: 'Dilnoza Yusupova' });

    const phone = `+9989012${String(Math.floor(Math.random() * 100_000)).padStart(5, '0')}`;
    const known = await call.create(seller, saleBody((await makeDevice(app)).id, { customer: newCustomer({ phone }) }));
    const email = ` ${first.email.toUpperCase()} `;
    const byEmail = { fullName: 'Somebody Else', email, phone };
    const again = await call.create(seller, saleBody((await makeDevice(app)).id, { customer: byEmail }));
    expect(again.body.customer).toEqual({ id: first.id, fullName: 'Dilnoza Yusupova' });

    const typed = `${phone.slice(0, 4)} (${phone.slice(4, 6)}) ${phone.slice(6, 9)}-${phone.slice(9)}`;
    const byPhone = { fullName: 'Botir', phone: typed };
    const called = await call.create(seller, saleBody((await makeDevice(app)).id, { customer: byPhone }));
    expect(called.body.customer).toEqual(known.body.customer);
  });

  it.each(DEVICE_STATUSES.filter((status) => status !== 'READY'))(
    '409 DEVICE_NOT_SELLABLE for a device that is %s',
    async (status) => {
      const device = await makeDevice(app, { status });
      const before = await databaseState(app.sql);
      const { status: http, body } = await call.create(seller, saleBody(device.id));
      expect([http, body.error.code]).toEqual([409, 'DEVICE_NOT_SELLABLE']);
      expect(body.error.message).toContain(status);
      expect(await databaseState(app.sql)).toEqual(before);
    },
  );

  it('a sale fails with 409 DEVICE_ALREADY_SOLD for a sold device and creates no customer', async () => {
    const { deviceId, number } = await makeSale(app);
    const before = await databaseState(app.sql);
    const { status, body } = await call.create(seller, saleBody(deviceId));
    expect([status, body.error.code]).toEqual([409, 'DEVICE_ALREADY_SOLD']);
    expect(body.error.message).toBe(
      `This device is already sold, in the sale ${number}. Sell another device, or first cancel that sale (cancelSale), which is possible until something is paid.`,
    );
    expect(await databaseState(app.sql)).toEqual(before);
  });

  it('a sale accepts the prices 0 and the maximum, and a discount of the whole price', async () => {
    for (const [unitPrice, discount] of [
      [0, 0],
      [MAX_MONEY, 0],
      [MAX_MONEY, MAX_MONEY],
    ]) {
      const { id } = await makeDevice(app);
      const { body } = await call.create(seller, saleBody(id, { unitPrice, discount }));
      expect(body).toMatchObject({ unitPrice, discount, total: Number(unitPrice) - Number(discount), status: 'PAID' });
    }
  });

  it('a sale fails with 400 DISCOUNT_EXCEEDS_PRICE if the discount exceeds the price by one unit', async () => {
    const { id } = await makeDevice(app);
    const { status, body } = await call.create(seller, saleBody(id, { unitPrice: 100, discount: 101 }));
    expect([status, body.error.code]).toEqual([400, 'DISCOUNT_EXCEEDS_PRICE']);
  });

  it.each([
    ['unitPrice', { unitPrice: -1 }],
    ['unitPrice', { unitPrice: MAX_MONEY + 1 }],
    ['discount', { discount: -1 }],
    ['discount', { discount: MAX_MONEY + 1 }],
    ['currency', { currency: 'SO' }],
    ['currency', { currency: 'SOUM' }],
    ['currency', { currency: 'U$D' }],
    ['currency', { currency: 'УЗС' }],
    ['currency', { currency: '🪔🪔🪔' }],
    ['currency', { currency: 'US1' }],
    ['paymentStatus', { paymentStatus: 'REFUNDED' }],
    ['soldAt', { soldAt: '2026-11-22T10:00:00.001Z' }],
    ['soldAt', { soldAt: '2026-11-20' }],
    ['soldAt', { soldAt: 'yesterday' }],
    ['soldAt', { soldAt: '0001-01-01T00:00:00+01:00' }],
    ['soldAt', { soldAt: '0026-11-26T10:00:00+05:00' }],
    ['soldAt', { soldAt: '1999-12-31T23:59:59.999Z' }],
    ['notes', { notes: 'x'.repeat(1001) }],
    ['customer.fullName', { customer: {} }],
    ['customer.fullName', { customer: { email: 'a@example.com' } }],
    ['customer.fullName', { customer: { fullName: ' A ' } }],
    ['customer.fullName', { customer: { fullName: 'x'.repeat(121) } }],
    ['customer.email', { customer: { fullName: 'Aziza', email: 'nobody' } }],
    ['customer.phone', { customer: { fullName: 'Aziza', phone: '1234' } }],
    ['customer.company', { customer: { fullName: 'Aziza', company: 'K' } }],
    ['customer.telegramUsername', { customer: { fullName: 'Aziza', telegramUsername: 'abcd' } }],
    ['customer.notes', { customer: { fullName: 'Aziza', notes: 'x'.repeat(1001) } }],
    ['customer.fullName', { customer: { id: '01900000-0000-7000-8000-000000000000', fullName: 'Aziza' } }],
  ])('a sale fails with 400 naming %s (%#)', async (field, more) => {
    const { id } = await makeDevice(app);
    const before = await databaseState(app.sql);
    const { status, body } = await call.create(seller, saleBody(id, more));
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.message).toContain(field);
    expect(await databaseState(app.sql)).toEqual(before);
  });

  it('a sale accepts texts of the minimum and maximum length, counted in code points', async () => {
    const { id } = await makeDevice(app);
    const customer = newCustomer({ fullName: '🪔'.repeat(120), phone: '12345', company: 'Ко' });
    const more = { customer, notes: '🪔'.repeat(1000), currency: 'usd', soldAt: '2026-11-22T10:00:00Z' };
    const reply = await call.create(seller, saleBody(id, more));
    expect([reply.status, reply.text]).toEqual([created, expect.any(String)]);
    expect(reply.body).toMatchObject({ currency: 'USD', notes: more.notes, soldAt: '2026-11-22T10:00:00.000Z' });
  });

  it('a sale fails with 404 for an unknown device and for an unknown customer', async () => {
    const unknown = '01900000-0000-7000-8000-000000000000';
    for (const deviceId of [unknown, 'device-1', '']) {
      const { status, body } = await call.create(seller, saleBody(deviceId));
      expect([status, body.error.code]).toEqual([404, 'DEVICE_NOT_FOUND']);
    }
    const { id } = await makeDevice(app);
    for (const customer of [{ id: unknown }, { id: 'customer-1' }]) {
      const { status, body } = await call.create(seller, saleBody(id, { customer }));
      expect([status, body.error.code]).toEqual([404, 'CUSTOMER_NOT_FOUND']);
    }
    expect((await deviceRow(id)).status).toBe('READY');
  });

  it('a sale is executed once per idempotency key', async () => {
    const { id } = await makeDevice(app);
    const body = saleBody(id);
    const headers = { 'idempotency-key': `sale-of-${id}` };
    const first = await call.create(seller, body, headers);
    const second = await call.create(seller, body, headers);
    expect([second.status, second.body]).toEqual([created, first.body]);
    expect(await app.sql('select 1 from sale where device_id = $1', [id])).toHaveLength(1);
    expect(await auditOf(app, second.headers['x-request-id'])).toEqual([]);

    const other = await call.create(seller, { ...body, unitPrice: 1 }, headers);
    expect([other.status, other.body.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const colleague = await call.create(await app.as('SALES'), body, headers);
    expect([colleague.status, colleague.body.error.code]).toEqual([409, 'DEVICE_ALREADY_SOLD']);
  });
});

describe('createSale: creating a sale over REST', () => {
  it.each([
    ['website', { website: '' }],
    ['total', { total: 1 }],
    ['status', { status: 'PAID' }],
    ['customer.website', { customer: { fullName: 'Aziza', website: 'x' } }],
    ['customer', { customer: 'Aziza' }],
    ['customer', { customer: [] }],
    ['customer', { customer: null }],
    ['customer', { customer: undefined }],
    ['customer.email', { customer: { fullName: 'Aziza', email: null } }],
    ['deviceId', { deviceId: undefined }],
    ['unitPrice', { unitPrice: undefined }],
    ['unitPrice', { unitPrice: 1.5 }],
    ['unitPrice', { unitPrice: '100' }],
    ['paymentStatus', { paymentStatus: undefined }],
    ['paymentStatus', { paymentStatus: 'paid' }],
    ['salesChannel', { salesChannel: undefined }],
    ['salesChannel', { salesChannel: 'SHOP' }],
  ])('creating a sale over REST fails with 400 naming %s (%#)', async (field, more) => {
    const { status, body } = await rest.create(seller, saleBody('01900000-0000-7000-8000-000000000000', more));
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.message).toContain(field);
  });

  it('creating a sale over REST reports all invalid fields at once', async () => {
    const { body } = await seller.rest('POST', SALES, { customer: {}, unitPrice: -1, paymentStatus: 'NO' });
    for (const field of ['deviceId', 'unitPrice', 'paymentStatus', 'salesChannel']) {
      expect(body.error.message).toContain(field);
    }
  });

  it.each(SALES_CHANNELS)('creating a sale over REST accepts the channel %s', async (salesChannel) => {
    const { body } = await rest.create(seller, saleBody((await makeDevice(app)).id, { salesChannel }));
    expect(body.salesChannel).toBe(salesChannel);
  });

  it('creating a sale over REST accepts every payment status as the first except REFUNDED', async () => {
    const statuses: number[] = [];
    for (const paymentStatus of PAYMENT_STATUSES) {
      const { id } = await makeDevice(app);
      statuses.push((await rest.create(seller, saleBody(id, { paymentStatus }))).status);
    }
    expect(statuses).toEqual([201, 201, 201, 400]);
  });

  it('creating a sale over REST marks a replayed response', async () => {
    const { id } = await makeDevice(app);
    const body = saleBody(id);
    const replies = [];
    for (const key of ['"a key"', `"${id}"`, id]) {
      replies.push(await rest.create(seller, body, { 'idempotency-key': key }));
    }
    expect(replies.map(({ status, headers }) => [status, headers['idempotency-replayed']])).toEqual([
      [400, undefined],
      [201, undefined],
      [201, 'true'],
    ]);
  });

  it('creating a sale over REST stores nothing under the idempotency key of a failed sale', async () => {
    const sold = await makeSale(app);
    const headers = { 'idempotency-key': 'refused-first' };
    expect((await rest.create(seller, saleBody(sold.deviceId), headers)).status).toBe(409);
    const { id } = await makeDevice(app);
    expect((await rest.create(seller, saleBody(id), headers)).status).toBe(201);
  });
});

describe('the order numbers of sales', () => {
  // Sessions end while the clock moves on, so each call has one of its own.
  const sell = async () => (await rest.create(await app.as('SALES'), saleBody((await makeDevice(app)).id))).body.number;

  it('increase by one, and a failed sale leaves no gap', async () => {
    const before = await lastOf(2026);
    const first = await sell();
    const { deviceId } = await makeSale(app);
    await rest.create(seller, saleBody(deviceId));
    const second = await sell();
    expect([first, second].map((number) => Number(number.slice(-6)))).toEqual([before + 1, before + 2]);
  });

  it('the order numbers of sales contain the year in the business time zone', async () => {
    app.clock.set(new Date('2026-12-31T18:59:59.999Z'));
    expect(await sell()).toContain('-2026-');
    app.clock.set(new Date('2026-12-31T19:00:00.000Z'));
    expect(await sell()).toMatch(/-2027-000001$/);
  });

  it('the order numbers of sales have one counter per prefix, and a new prefix affects only new numbers', async () => {
    await app.sql(`update business_settings set order_number_prefix = 'SHOP'`);
    expect([await sell(), await sell()]).toEqual(['SHOP-2026-000001', 'SHOP-2026-000002']);
    await app.sql(`update business_settings set order_number_prefix = 'KRV'`);
    expect(await sell()).toMatch(/^KRV-2026-/);
    expect((await counters()).map(({ prefix }) => prefix)).toContain('SHOP');
  });

  it('grow beyond six digits', async () => {
    await app.sql(`insert into order_counter values ('BIG', 2026, 999999)`);
    await app.sql(`update business_settings set order_number_prefix = 'BIG'`);
    expect(await sell()).toBe('BIG-2026-1000000');
  });
});
