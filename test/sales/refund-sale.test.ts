import { createHash } from 'node:crypto';
import { DEVICE_STATUSES, type DeviceStatus } from '../../src/model/enums.ts';
import { Refund } from '../../src/persistence/sales/refund.entity.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller, Json } from '../support/callers.ts';
import { databaseState } from '../support/database-state.ts';
import { insertRow } from '../support/factories/insert.ts';
import { makeSale, type SaleOverrides } from '../support/factories/sale.ts';
import { dataOf } from '../support/graphql-reads.ts';
import { rest, SALES, saleBody, transports } from './support.ts';

const CLAIMED = new Date('2026-11-01T00:00:00Z');
const TOTAL = 1_000_000;

let app: RunningApp;
let seller: Caller;

beforeAll(async () => {
  app = await sharedTestApp();
  seller = await app.as('SALES');
});
afterAll(() => app.stop());

const deviceRow = async (id: string): Promise<Json> => (await app.sql('select * from device where id = $1', [id]))[0];
const DISPOSABLE: readonly DeviceStatus[] = ['SOLD', 'CLAIMED', 'ACTIVE', 'SUSPENDED', 'REPAIR'];

describe.each(transports)('refundSale: a refund over %s', (_transport, call, created) => {
  it('a refund of a part keeps the sale PAID', async () => {
    const sale = await makeSale(app);
    const reply = await call.refund(seller, sale.id, { amount: 300_000 });
    expect([reply.status, reply.body]).toEqual([
      created,
      expect.objectContaining({
        status: 'PAID',
        paymentStatus: 'PAID',
        refundState: 'PARTIAL',
        refundedTotal: 300_000,
        refundable: 700_000,
        deviceReleasedAt: null,
        revision: 2,
        refunds: [
          {
            id: expect.any(String),
            amount: 300_000,
            reason: 'as agreed by phone',
            deviceDisposition: null,
            createdBy: seller.admin.id,
            createdAt: app.clock.now().toISOString(),
          },
        ],
      }),
    ]);
    expect(await deviceRow(sale.deviceId)).toMatchObject({ status: 'SOLD', owner_id: sale.customerId });
    const entries = await auditOf(app, reply.headers['x-request-id']);
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'refundSale',
        target_kind: 'Sale',
        target_id: sale.id,
        reason: 'as agreed by phone',
        changes: { refundedTotal: { from: 0, to: 300_000 } },
        detail: { number: sale.number, amount: 300_000, deviceDisposition: null },
      }),
    ]);
  });

  it('a refund of the whole remainder makes the sale REFUNDED and leaves the device unchanged', async () => {
    const sale = await makeSale(app, { claimedAt: CLAIMED, deviceStatus: 'ACTIVE' });
    await call.refund(seller, sale.id, { amount: 1 });
    const { body } = await call.refund(seller, sale.id, { amount: TOTAL - 1 });
    expect(body).toMatchObject({
      status: 'REFUNDED',
      paymentStatus: 'REFUNDED',
      refundState: 'FULL',
      refundedTotal: TOTAL,
      refundable: 0,
    });
    expect(body.refunds.map(({ amount }: Json) => amount)).toEqual([1, TOTAL - 1]);
    expect((await deviceRow(sale.deviceId)).status).toBe('ACTIVE');
    const again = await call.refund(seller, sale.id, { amount: 1 });
    expect([again.status, again.body.error.code]).toEqual([409, 'REFUND_NOT_ALLOWED']);
  });

  it('a refund of a partial payment can reach the total', async () => {
    const { id } = await makeSale(app, { paymentStatus: 'PARTIAL' });
    expect((await call.refund(seller, id, { amount: 400_000 })).body).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'PARTIAL',
    });
    expect((await call.refund(seller, id, { amount: 600_000 })).body.status).toBe('REFUNDED');
  });

  it.each<[string, SaleOverrides]>([
    ['unpaid', { paymentStatus: 'UNPAID' }],
    ['cancelled', { paymentStatus: 'UNPAID', status: 'CANCELLED' }],
    ['refunded', { paymentStatus: 'REFUNDED' }],
  ])('a refund fails with 409 REFUND_NOT_ALLOWED for a sale that is %s', async (_what, overrides) => {
    const { id } = await makeSale(app, overrides);
    const before = await databaseState(app.sql);
    const { status, body } = await call.refund(seller, id, { amount: 1 });
    expect([status, body.error.code]).toEqual([409, 'REFUND_NOT_ALLOWED']);
    expect(await databaseState(app.sql)).toEqual(before);
  });

  it('a refund fails with 400 naming the maximum for one unit more than the remainder', async () => {
    const { id } = await makeSale(app, { refundedTotal: 250_000 });
    const before = await databaseState(app.sql);
    const { status, body } = await call.refund(seller, id, { amount: 750_001 });
    expect([status, body.error.code]).toEqual([400, 'REFUND_AMOUNT_EXCEEDS_REFUNDABLE']);
    expect(body.error.message).toContain('750000');
    expect(await databaseState(app.sql)).toEqual(before);
  });

  const dispositions = DEVICE_STATUSES.flatMap((from) =>
    (['RETURNED', 'REVOKED'] as const).map((to) => [from, to] as const),
  );
  it.each(dispositions)(
    'a refund of a device that is %s applies the disposition %s',
    async (from, deviceDisposition) => {
      const device = {
        pairings: 1,
        pairingEpoch: 2,
        previousStatus: from === 'SUSPENDED' ? ('ACTIVE' as const) : null,
      };
      const sale = await makeSale(app, { deviceStatus: from, device });
      const allowed = DISPOSABLE.includes(from) || (from === 'RETURNED' && deviceDisposition === 'REVOKED');
      const before = await databaseState(app.sql);
      const { status, body } = await call.refund(seller, sale.id, { amount: 100, deviceDisposition });
      if (!allowed) {
        expect([status, body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
        expect(body.error.message).toContain(from);
        expect(await databaseState(app.sql)).toEqual(before);
        return;
      }
      const now = app.clock.now();
      expect([status, body]).toEqual([
        created,
        expect.objectContaining({ status: 'PAID', deviceReleasedAt: now.toISOString(), revision: 2 }),
      ]);
      expect(body.refunds[0].deviceDisposition).toBe(deviceDisposition);
      const returned = deviceDisposition === 'RETURNED';
      expect(await deviceRow(sale.deviceId)).toMatchObject({
        status: deviceDisposition,
        owner_id: returned ? null : sale.customerId,
        pairing_epoch: returned ? 3 : 2,
      });
      const events = await app.sql('select cause, reason, actor_id from device_event where device_id = $1', [
        sale.deviceId,
      ]);
      expect(events).toEqual([{ cause: 'refundSale', reason: 'as agreed by phone', actor_id: seller.admin.id }]);
      const codes = await app.sql('select distinct status from claim_code where device_id = $1', [sale.deviceId]);
      expect(codes).toEqual([{ status: 'VOID' }]);
      const pairings = await app.sql('select revoked_at, revoked_reason from pairing where device_id = $1', [
        sale.deviceId,
      ]);
      expect(pairings).toEqual([{ revoked_at: now, revoked_reason: 'refundSale' }]);
      const secrets = await app.sql('select state from device_secret where device_id = $1', [sale.deviceId]);
      expect(secrets).toEqual([{ state: returned ? 'ACTIVE' : 'RETIRED' }]);
    },
  );

  it('a refund makes a returned device sellable, while the remainder stays refundable', async () => {
    const first = await makeSale(app);
    await call.refund(seller, first.id, { amount: 400_000, deviceDisposition: 'RETURNED' });
    await app.sql(`update device set status = 'READY' where id = $1`, [first.deviceId]);
    const second = await call.create(seller, saleBody(first.deviceId));
    expect([second.status, second.body.status]).toEqual([created, 'PAID']);

    const disposed = await call.refund(seller, first.id, { amount: 1, deviceDisposition: 'REVOKED' });
    expect([disposed.status, disposed.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect(await deviceRow(first.deviceId)).toMatchObject({ status: 'SOLD', owner_id: second.body.customer.id });
    expect((await call.refund(seller, first.id, { amount: 600_000 })).body.status).toBe('REFUNDED');
    expect((await deviceRow(first.deviceId)).status).toBe('SOLD');
  });

  it('a refund can still revoke a returned device', async () => {
    const { id, deviceId } = await makeSale(app);
    await call.refund(seller, id, { amount: 1, deviceDisposition: 'RETURNED' });
    const { body } = await call.refund(seller, id, { amount: 1, deviceDisposition: 'REVOKED' });
    expect([body.refundedTotal, (await deviceRow(deviceId)).status]).toEqual([2, 'REVOKED']);
  });

  it('a refund is executed once per idempotency key', async () => {
    const { id } = await makeSale(app);
    const headers = { 'idempotency-key': `refund-of-${id}` };
    const first = await call.refund(seller, id, { amount: 10 }, headers);
    const second = await call.refund(seller, id, { amount: 10 }, headers);
    expect([second.status, second.body]).toEqual([created, first.body]);
    expect(await app.sql('select amount from refund where sale_id = $1', [id])).toEqual([{ amount: '10' }]);
    for (const [other, body] of [
      [id, { amount: 11 }],
      [(await makeSale(app)).id, { amount: 10 }],
    ] as const) {
      const reply = await call.refund(seller, other, body, headers);
      expect([reply.status, reply.body.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    }
  });

  it('a refund accepts a retry of a request from before texts had a normal form', async () => {
    const { id } = await makeSale(app);
    const headers = { 'idempotency-key': `refund-of-${id}` };
    const body = { amount: 10, reason: ' as  agreed\u200e,\r\nby phone ' };
    const first = await call.refund(seller, id, body, headers);
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const stored = await app.sql(
      `update idempotency_key set fingerprint = decode($2, 'hex') where key_hash = decode($1, 'hex') returning 1 as one`,
      [
        sha256(`refundSale:${seller.admin.id}\0${headers['idempotency-key']}`),
        sha256(JSON.stringify({ amount: 10, id, reason: body.reason.trim() })),
      ],
    );
    expect(stored).toHaveLength(1);
    const second = await call.refund(seller, id, body, headers);
    expect([second.status, second.body]).toEqual([created, first.body]);
    const other = await call.refund(seller, id, { ...body, amount: 11 }, headers);
    expect([other.status, other.body.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('a refund is executed for each caller, although they use the same idempotency key', async () => {
    const { id } = await makeSale(app);
    const headers = { 'idempotency-key': `refund-of-${id}` };
    for (const who of [seller, await app.as('SALES')]) {
      expect((await call.refund(who, id, { amount: 10 }, headers)).status).toBe(created);
    }
    expect(await app.sql('select amount from refund where sale_id = $1', [id])).toHaveLength(2);
  });

  it('a refund fails with 409 for an outdated revision and 404 for an unknown sale', async () => {
    const { id } = await makeSale(app);
    const stale = await call.refund(seller, id, { amount: 1 }, { 'if-match': '"9"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'REVISION_CONFLICT']);
    for (const unknown of ['01900000-0000-7000-8000-000000000000', 'sale-1']) {
      const reply = await call.refund(seller, unknown, { amount: 1 });
      expect([reply.status, reply.body.error.code]).toEqual([404, 'SALE_NOT_FOUND']);
    }
  });

  it.each([
    ['amount', { amount: 0 }],
    ['amount', { amount: -1 }],
    ['amount', { amount: 2_000_000_001 }],
    ['reason', { amount: 1, reason: 'no' }],
    ['reason', { amount: 1, reason: '  no  ' }],
  ])('a refund fails with 400 naming %s (%#)', async (field, body) => {
    const { id } = await makeSale(app);
    const reply = await call.refund(seller, id, body);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain(field);
  });
});

describe('refundSale: refunding a sale over REST', () => {
  it.each([
    ['amount', { reason: 'because' }],
    ['amount', { reason: 'because', amount: 1.5 }],
    ['amount', { reason: 'because', amount: '1' }],
    ['reason', { amount: 1 }],
    ['deviceDisposition', { reason: 'because', amount: 1, deviceDisposition: 'SOLD' }],
    ['deviceDisposition', { reason: 'because', amount: 1, deviceDisposition: null }],
    ['currency', { reason: 'because', amount: 1, currency: 'UZS' }],
  ])('refunding a sale over REST fails with 400 naming %s for %j', async (field, body) => {
    const { id } = await makeSale(app);
    const reply = await seller.rest('POST', `${SALES}/${id}/refund`, body);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain(field);
  });

  it('refunding a sale over REST accepts a reason of three characters and the maximum amount', async () => {
    const { id } = await makeSale(app, { unitPrice: 2_000_000_000 });
    const { status, body } = await rest.refund(seller, id, { amount: 2_000_000_000, reason: '🪔🪔🪔' });
    expect([status, body.status]).toEqual([201, 'REFUNDED']);
  });

  it('refunding a sale over REST stores refunds that cannot be changed or removed', async () => {
    const { id } = await makeSale(app);
    await rest.refund(seller, id, { amount: 5 });
    for (const statement of [
      'update refund set amount = 1 where sale_id = $1',
      'delete from refund where sale_id = $1',
    ]) {
      await expect(app.sql(statement, [id])).rejects.toThrow('refunds are never changed or removed');
    }
  });
});

describe('refundSale: the payload of a refund', () => {
  const DOCUMENT = `mutation ($id: ID!, $amount: Money!, $key: String) {
    refundSale(id: $id, input: { amount: $amount, reason: "as agreed by phone" }, idempotencyKey: $key) {
      sale { refundedTotal refunds { nodes { id } } } refund { id amount reason saleId createdBy { id } sale { id } } } }`;
  const refund = async (variables: Json) => (await dataOf(seller, DOCUMENT, variables)).refundSale;

  it('the payload of a refund has the refund that the call made, also where its key repeats it after another one', async () => {
    const { id } = await makeSale(app);
    const call = { id, amount: 10, key: `payload-of-${id}` };
    const first = await refund(call);
    expect(first).toEqual({
      sale: { refundedTotal: 10, refunds: { nodes: [{ id: first.refund.id }] } },
      refund: {
        id: expect.any(String),
        amount: 10,
        reason: 'as agreed by phone',
        saleId: id,
        createdBy: { id: seller.admin.id },
        sale: { id },
      },
    });
    expect(await app.sql('select id from refund where sale_id = $1', [id])).toEqual([{ id: first.refund.id }]);
    // That of an instance whose clock is ahead is the last one of the list.
    const ahead = new Date(app.clock.now().getTime() + 60_000);
    const other = { saleId: id, amount: 5, reason: 'a scratch', createdBy: seller.admin.id, createdAt: ahead };
    await insertRow(app.sql, Refund, other);
    const second = await refund({ id, amount: 20 });
    expect(second.refund.amount).toBe(20);
    expect(second.refund.id).not.toBe(first.refund.id);
    expect((await refund(call)).refund).toEqual(first.refund);
  });

  it('the payload of a refund whose reply an earlier version stored has the newest refund of that reply', async () => {
    const { id } = await makeSale(app);
    const call = { id, amount: 10, key: `stored-for-${id}` };
    const first = await refund(call);
    const stored = await app.sql(
      `update idempotency_key set reply = to_jsonb(((reply #>> '{}')::jsonb - 'refund')::text)
       where (reply #>> '{}')::jsonb ->> 'id' = $1 returning 1 as one`,
      [id],
    );
    expect(stored).toHaveLength(1);
    expect((await refund(call)).refund).toEqual(first.refund);
  });

  it('the payload of a refund is of GraphQL alone: REST answers the sale as its list of refunds ends it', async () => {
    const { id } = await makeSale(app);
    const { body } = await rest.refund(seller, id, { amount: 5 });
    const { refunds, ...sale } = (await rest.get(seller, id)).body;
    expect(body).toEqual({ ...sale, refunds });
    expect(Object.keys(body)).not.toContain('refund');
  });
});
