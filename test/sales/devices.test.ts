import { fulfilSale } from '../../src/domain/sales/index.ts';
import { inTransaction } from '../../src/persistence/sql/transaction.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeSale, type SaleOverrides } from '../support/factories/sale.ts';
import { rest, saleBody } from './support.ts';

let app: RunningApp;
let admin: Caller;

beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

const deviceRow = async (id: string): Promise<Json> => (await app.sql('select * from device where id = $1', [id]))[0];
const saleRow = async (id: string): Promise<Json> => (await app.sql('select * from sale where id = $1', [id]))[0];
/** A sale that was changed before. */
const before = () => ({ updatedAt: new Date(app.clock.now().getTime() - 60_000) });
const reset = (id: string) => admin.rest('POST', `/v1/admin/devices/${id}/claim/reset`, { reason: 'lost phone' });
const setStatus = (id: string, status: string) =>
  admin.rest('PATCH', `/v1/admin/devices/${id}/status`, { status, reason: 'checked by hand' });
const claim = (deviceId: string, now = app.clock.now()) =>
  inTransaction(app.runtime.em(), (em) => fulfilSale(em, deviceId, now));

describe('a claim reset of a sold device', () => {
  it.each(['CLAIMED', 'ACTIVE'] as const)(
    'a claim reset of a sold device returns a device that is %s to the buyer of its sale',
    async (status) => {
      const device = { status, owner: true, pairings: 1, pairingEpoch: 4 };
      const sale = await makeSale(app, { claimedAt: app.clock.now(), device });
      const { body } = await reset(sale.deviceId);
      expect(body).toMatchObject({ status: 'SOLD', ownerId: sale.customerId, pairingEpoch: 5, claimedAt: null });
      const [pairing] = await app.sql('select revoked_reason from pairing where device_id = $1', [sale.deviceId]);
      expect(pairing.revoked_reason).toBe('resetClaim');
      // It was claimed under this sale once, which stays true.
      expect(await saleRow(sale.id)).toMatchObject({ status: 'FULFILLED', revision: 1, claimed_at: app.clock.now() });
    },
  );

  it('a claim reset of a sold device returns a device in repair to the buyer, and it leaves repair as SOLD', async () => {
    const device = { previousStatus: 'ACTIVE', owner: true } as const;
    const sale = await makeSale(app, { claimedAt: app.clock.now(), deviceStatus: 'REPAIR', device });
    expect((await reset(sale.deviceId)).body).toMatchObject({
      status: 'REPAIR',
      previousStatus: 'SOLD',
      ownerId: sale.customerId,
    });
    expect((await setStatus(sale.deviceId, 'SOLD')).status).toBe(200);
  });

  it.each<[string, SaleOverrides]>([
    ['is refunded', { paymentStatus: 'REFUNDED' }],
    ['was left by the device', { deviceReleasedAt: new Date('2026-01-01T00:00:00Z') }],
  ])('a claim reset of a sold device makes a device whose sale %s READY', async (_what, overrides) => {
    const sale = await makeSale(app, { deviceStatus: 'CLAIMED', ...overrides });
    expect((await reset(sale.deviceId)).body).toMatchObject({ status: 'READY', ownerId: null });
    const again = await rest.create(admin, saleBody(sale.deviceId));
    expect(again.status).toBe(201);
  });
});

describe('a sold device whose status an admin changes', () => {
  it('a sold device whose status an admin changes is released from its sale when it is RETURNED, can be sold again, and the sale keeps its money', async () => {
    const sale = await makeSale(app, { paymentStatus: 'PARTIAL', refundedTotal: 10, ...before() });
    await setStatus(sale.deviceId, 'RETURNED');
    expect(await saleRow(sale.id)).toMatchObject({
      status: 'PENDING',
      payment_status: 'PARTIAL',
      refunded_total: '10',
      device_released_at: app.clock.now(),
      updated_at: app.clock.now(),
      revision: 2,
    });
    await app.sql(`update device set status = 'READY' where id = $1`, [sale.deviceId]);
    expect((await rest.create(admin, saleBody(sale.deviceId))).status).toBe(201);
    expect((await saleRow(sale.id)).revision).toBe(2);
  });

  it('a sold device whose status an admin changes is released from its sale when it moves from REPAIR to stock', async () => {
    const sale = await makeSale(app, { deviceStatus: 'REPAIR', device: { previousStatus: 'SOLD' } });
    await setStatus(sale.deviceId, 'INVENTORY');
    expect((await saleRow(sale.id)).device_released_at).toEqual(app.clock.now());
  });

  it.each(['SUSPENDED', 'REPAIR', 'REVOKED'])(
    'a sold device whose status an admin changes stays in its sale when it becomes %s',
    async (status) => {
      const sale = await makeSale(app);
      await setStatus(sale.deviceId, status);
      expect(await saleRow(sale.id)).toMatchObject({ device_released_at: null, revision: 1 });
      expect((await deviceRow(sale.deviceId)).owner_id).toBe(sale.customerId);
    },
  );
});

describe('a claim of a sold device', () => {
  it('a claim of a sold device fulfills a paid sale once', async () => {
    const sale = await makeSale(app, before());
    const first = app.clock.now();
    expect(await claim(sale.deviceId)).toBe(sale.id);
    const fulfilled = { status: 'FULFILLED', claimed_at: first, updated_at: first, revision: 2 };
    expect(await saleRow(sale.id)).toMatchObject(fulfilled);
    expect(await claim(sale.deviceId, new Date(first.getTime() + 1000))).toBe(sale.id);
    expect(await saleRow(sale.id)).toMatchObject(fulfilled);
  });

  it.each(['UNPAID', 'PARTIAL'] as const)(
    'a claim of a sold device fulfills a sale that is %s when it is paid',
    async (paymentStatus) => {
      const sale = await makeSale(app, { paymentStatus });
      await claim(sale.deviceId);
      expect(await saleRow(sale.id)).toMatchObject({ status: 'PENDING', claimed_at: app.clock.now() });
      expect((await rest.update(admin, sale.id, { paymentStatus: 'PAID' })).body.status).toBe('FULFILLED');
    },
  );

  it('a claim of a sold device changes no sale if the device has none, or only an ended one', async () => {
    expect(await claim((await makeDevice(app)).id)).toBeUndefined();
    expect(await claim((await makeSale(app, { paymentStatus: 'REFUNDED' })).deviceId)).toBeUndefined();
  });
});
