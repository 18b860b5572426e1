import { DEVICE_STATUSES } from '../../src/model/enums.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller, Json } from '../support/callers.ts';
import { databaseState } from '../support/database-state.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeSale, type SaleOverrides } from '../support/factories/sale.ts';
import { rest, SALES, saleBody, transports } from './support.ts';

const CLAIMED = new Date('2026-11-01T00:00:00Z');

let app: RunningApp;
let seller: Caller;

beforeAll(async () => {
  app = await sharedTestApp();
  seller = await app.as('SALES');
});
afterAll(() => app.stop());

const deviceRow = async (id: string): Promise<Json> => (await app.sql('select * from device where id = $1', [id]))[0];

describe.each(transports)('cancelSale: a cancel over %s', (_transport, call, created) => {
  it('a cancel makes the device READY again and keeps its claim code', async () => {
    const { id: deviceId } = await makeDevice(app);
    const sold = await call.create(seller, saleBody(deviceId, { paymentStatus: 'UNPAID' }));
    const reply = await call.cancel(seller, sold.body.id, { reason: 'Changed their mind' });
    const now = app.clock.now();
    expect([reply.status, reply.body]).toEqual([
      created,
      {
        ...sold.body,
        status: 'CANCELLED',
        cancelledAt: now.toISOString(),
        cancelReason: 'Changed their mind',
        revision: 2,
      },
    ]);
    expect(await deviceRow(deviceId)).toMatchObject({ status: 'READY', owner_id: null, pairing_epoch: 0 });
    expect(await app.sql('select status from claim_code where device_id = $1', [deviceId])).toEqual([
      { status: 'AVAILABLE' },
    ]);
    const events = await app.sql(`select * from device_event where device_id = $1 and cause = 'cancelSale'`, [
      deviceId,
    ]);
    expect(events).toEqual([
      expect.objectContaining({
        from_status: 'SOLD',
        to_status: 'READY',
        from_owner_id: sold.body.customer.id,
        to_owner_id: null,
        reason: 'Changed their mind',
      }),
    ]);
    expect(await auditOf(app, reply.headers['x-request-id'])).toEqual([
      expect.objectContaining({
        action: 'cancelSale',
        target_kind: 'Sale',
        target_id: sold.body.id,
        reason: 'Changed their mind',
        changes: { status: { from: 'PENDING', to: 'CANCELLED' } },
      }),
    ]);

    const again = await call.cancel(seller, sold.body.id, { reason: 'Once more' });
    expect([again.status, again.body]).toEqual([created, reply.body]);
    expect(await auditOf(app, again.headers['x-request-id'])).toEqual([]);
    expect((await call.create(seller, saleBody(deviceId))).status).toBe(created);
  });

  it.each<[string, string, SaleOverrides]>([
    ['partly paid', 'SALE_HAS_PAYMENTS', { paymentStatus: 'PARTIAL' }],
    ['paid', 'SALE_HAS_PAYMENTS', { paymentStatus: 'PAID' }],
    ['fulfilled', 'SALE_HAS_PAYMENTS', { claimedAt: CLAIMED, deviceStatus: 'ACTIVE' }],
    ['refunded', 'INVALID_TRANSITION', { paymentStatus: 'REFUNDED' }],
    ...(['CLAIMED', 'ACTIVE'] as const).map((deviceStatus): [string, string, SaleOverrides] => [
      `of a device that is ${deviceStatus}`,
      'INVALID_TRANSITION',
      { paymentStatus: 'UNPAID', deviceStatus },
    ]),
  ])('a cancel fails for a sale that is %s with 409 %s', async (_what, code, overrides) => {
    const { id } = await makeSale(app, overrides);
    const before = await databaseState(app.sql);
    const { status, body } = await call.cancel(seller, id);
    expect([status, body.error.code]).toEqual([409, code]);
    expect(await databaseState(app.sql)).toEqual(before);
  });

  it.each(DEVICE_STATUSES.filter((status) => !['SOLD', 'CLAIMED', 'ACTIVE'].includes(status)))(
    'a cancel leaves a device that is %s as it is, without its buyer',
    async (deviceStatus) => {
      const previousStatus = ['SUSPENDED', 'REPAIR'].includes(deviceStatus) ? 'SOLD' : null;
      const { id, deviceId } = await makeSale(app, {
        paymentStatus: 'UNPAID',
        deviceStatus,
        device: { previousStatus },
      });
      const reply = await call.cancel(seller, id, { reason: 'Never paid' });
      expect([reply.status, reply.body.status]).toEqual([created, 'CANCELLED']);
      expect(await deviceRow(deviceId)).toMatchObject({
        status: deviceStatus,
        previous_status: null,
        owner_id: null,
        pairing_epoch: 0,
      });
      expect(
        await app.sql(
          'select cause, from_status, to_status, to_owner_id, reason from device_event where device_id = $1',
          [deviceId],
        ),
      ).toEqual([
        expect.objectContaining({
          cause: 'cancelSale',
          from_status: deviceStatus,
          to_status: deviceStatus,
          to_owner_id: null,
          reason: 'Never paid',
        }),
      ]);
    },
  );

  it('a cancel ends the pairings of a buyer who has claimed a suspended device and never paid', async () => {
    const device = { previousStatus: 'ACTIVE', pairings: 1, pairingEpoch: 4, claimedAt: CLAIMED } as const;
    const sale = await makeSale(app, {
      paymentStatus: 'UNPAID',
      claimedAt: CLAIMED,
      deviceStatus: 'SUSPENDED',
      device,
    });
    expect((await call.cancel(seller, sale.id)).body.status).toBe('CANCELLED');
    expect(await deviceRow(sale.deviceId)).toMatchObject({
      status: 'SUSPENDED',
      previous_status: null,
      owner_id: null,
      claimed_at: null,
      pairing_epoch: 5,
    });
    expect(await app.sql('select revoked_reason from pairing where device_id = $1', [sale.deviceId])).toEqual([
      { revoked_reason: 'cancelSale' },
    ]);
  });

  it('a cancel says what to do first with a device that a customer uses', async () => {
    const { id } = await makeSale(app, { paymentStatus: 'UNPAID', deviceStatus: 'ACTIVE' });
    expect((await call.cancel(seller, id)).body.error.message).toBe(
      'Cannot cancel the sale: a customer uses the device, which is ACTIVE. Set the device to RETURNED, SUSPENDED or REVOKED first.',
    );
  });

  it.each(['PARTIAL', 'PAID'] as const)(
    'a cancel ends a sale with total 0 that is %s, and it is UNPAID',
    async (paymentStatus) => {
      const { id, deviceId } = await makeSale(app, { unitPrice: 50, discount: 50, paymentStatus });
      const reply = await call.cancel(seller, id);
      expect(reply.body).toMatchObject({ status: 'CANCELLED', paymentStatus: 'UNPAID', refundable: 0 });
      expect(await auditOf(app, reply.headers['x-request-id'])).toEqual([
        expect.objectContaining({
          changes: expect.objectContaining({ paymentStatus: { from: paymentStatus, to: 'UNPAID' } }),
        }),
      ]);
      expect((await deviceRow(deviceId)).status).toBe('READY');
    },
  );

  it('a cancel leaves a released device unchanged, so that it can be sold again', async () => {
    const first = await makeSale(app, { paymentStatus: 'UNPAID', deviceReleasedAt: CLAIMED });
    const second = await makeSale(app, { deviceId: first.deviceId });
    expect((await call.cancel(seller, first.id)).body.status).toBe('CANCELLED');
    expect((await deviceRow(first.deviceId)).status).toBe('SOLD');
    expect((await call.get(seller, second.id)).body.status).toBe('PAID');
  });

  it('a cancel is executed once per idempotency key', async () => {
    const { id } = await makeSale(app, { paymentStatus: 'UNPAID' });
    const headers = { 'idempotency-key': `cancel-of-${id}` };
    const first = await call.cancel(seller, id, { reason: 'twice' }, headers);
    const second = await call.cancel(seller, id, { reason: 'twice' }, headers);
    expect([first.status, second.body]).toEqual([created, first.body]);
    const other = await call.cancel(seller, id, { reason: 'other' }, headers);
    expect([other.status, other.body.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    // The key of somebody else is another one.
    const colleague = await call.cancel(await app.as('SALES'), id, { reason: 'other' }, headers);
    expect([colleague.status, colleague.body]).toEqual([created, first.body]);
  });

  it('a cancel fails with 409 for an outdated revision, 404 for an unknown sale, and 400 for a short reason', async () => {
    const { id } = await makeSale(app, { paymentStatus: 'UNPAID' });
    const answers = [];
    for (const [to, body, headers] of [
      [id, { reason: 'because' }, { 'if-match': '"9"' }],
      ['01900000-0000-7000-8000-000000000000', { reason: 'because' }, {}],
      ['sale-1', { reason: 'because' }, {}],
      [id, { reason: ' no ' }, {}],
    ] as const) {
      const reply = await call.cancel(seller, to, body, headers as Record<string, string>);
      answers.push([reply.status, reply.body.error.code]);
    }
    expect(answers).toEqual([
      [409, 'REVISION_CONFLICT'],
      [404, 'SALE_NOT_FOUND'],
      [404, 'SALE_NOT_FOUND'],
      [400, 'VALIDATION_FAILED'],
    ]);
  });
});

it.each([{}, undefined, { reason: null }, { reason: 'because', amount: 1 }])(
  'a cancel over REST fails with 400 for the body %j',
  async (body) => {
    const { id } = await makeSale(app, { paymentStatus: 'UNPAID' });
    const reply = await seller.rest('POST', `${SALES}/${id}/cancel`, body);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect((await rest.get(seller, id)).body.status).toBe('PENDING');
  },
);
