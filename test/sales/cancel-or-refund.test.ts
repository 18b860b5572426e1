import {
  DEVICE_STATUSES,
  type DeviceStatus,
  type PaymentStatus,
  SALE_STATUSES,
  type SaleStatus,
} from '../../src/model/enums.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeSale } from '../support/factories/sale.ts';
import { rest } from './support.ts';

const CLAIMED = new Date('2026-11-01T00:00:00Z');
/** Of no other test, so that its reports show these sales alone. */
const CURRENCY = 'QWO';

/** The payments that each status goes with. No operation makes a DRAFT. */
const PAYMENTS: Readonly<Record<Exclude<SaleStatus, 'DRAFT'>, readonly PaymentStatus[]>> = {
  PENDING: ['UNPAID', 'PARTIAL'],
  PAID: ['PAID'],
  FULFILLED: ['PAID'],
  CANCELLED: ['UNPAID'],
  REFUNDED: ['REFUNDED'],
};
const OVER: readonly SaleStatus[] = ['CANCELLED', 'REFUNDED'];
const IN_USE: readonly DeviceStatus[] = ['CLAIMED', 'ACTIVE'];
const HELD: readonly DeviceStatus[] = ['SUSPENDED', 'REPAIR'];

interface Case {
  readonly status: SaleStatus;
  readonly paymentStatus: PaymentStatus;
  readonly deviceStatus: DeviceStatus;
  readonly previousStatus: DeviceStatus | null;
  readonly total: number;
}

const cases = Object.entries(PAYMENTS).flatMap(([status, payments]) =>
  payments.flatMap((paymentStatus) =>
    DEVICE_STATUSES.flatMap((deviceStatus) =>
      (HELD.includes(deviceStatus) ? (['SOLD', 'ACTIVE'] as const) : [null]).flatMap((previousStatus) =>
        // Only a sale with something to pay can be refunded.
        (status === 'REFUNDED' ? [700] : [700, 0]).map(
          (total): Case => ({ status: status as SaleStatus, paymentStatus, deviceStatus, previousStatus, total }),
        ),
      ),
    ),
  ),
);

let app: RunningApp;
let admin: Caller;
beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

function saleOf({ status, paymentStatus, deviceStatus, previousStatus, total }: Case) {
  const wasUsed = IN_USE.includes(previousStatus ?? deviceStatus) || status === 'FULFILLED';
  return makeSale(app, {
    status,
    paymentStatus,
    deviceStatus,
    currency: CURRENCY,
    unitPrice: total,
    claimedAt: wasUsed ? CLAIMED : null,
    device: { previousStatus, ...(wasUsed ? { claimedAt: CLAIMED, pairings: 1 } : {}) },
  });
}

const rowOf = async (table: string, id: string): Promise<Json> =>
  (await app.sql(`select * from ${table} where id = $1`, [id]))[0];
const totals = async () =>
  (await admin.rest('GET', `/v1/admin/analytics/sales?range=30d&currency=${CURRENCY}`)).body.totals;

it('the cases have every status of a sale but DRAFT', () => {
  expect([...new Set(cases.map(({ status }) => status))].sort()).toEqual(
    SALE_STATUSES.filter((status) => status !== 'DRAFT').sort(),
  );
});

describe.each(cases)(
  'a sale that is $status, $paymentStatus, of $total, whose device is $deviceStatus from $previousStatus',
  (each) => {
    const isUnpaid = each.paymentStatus === 'UNPAID' || each.total === 0;

    if (OVER.includes(each.status)) {
      it('a sale that is CANCELLED or REFUNDED takes no payment and no refund', async () => {
        const { id } = await saleOf(each);
        const answers = [
          await rest.update(admin, id, { paymentStatus: 'PAID' }),
          await rest.refund(admin, id, { amount: 1 }),
        ];
        expect(answers.map(({ status }) => status)).toEqual([409, 409]);
      });
      return;
    }

    if (isUnpaid) {
      it('a sale is cancelled without a payment or a refund, and its device belongs to nobody', async () => {
        const { id, deviceId } = await saleOf(each);
        if (IN_USE.includes(each.deviceStatus)) {
          const refused = await rest.cancel(admin, id);
          expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
          const body = { status: 'SUSPENDED', reason: 'never paid' };
          expect((await admin.rest('PATCH', `/v1/admin/devices/${deviceId}/status`, body)).status).toBe(200);
        }
        const reply = await rest.cancel(admin, id);
        expect([reply.status, reply.body.status, reply.body.paymentStatus, reply.body.refunds]).toEqual([
          201,
          'CANCELLED',
          'UNPAID',
          [],
        ]);
        const device = await rowOf('device', deviceId);
        const kept = IN_USE.includes(each.deviceStatus) ? 'SUSPENDED' : each.deviceStatus;
        expect([device.status, device.previous_status, device.owner_id, device.claimed_at]).toEqual([
          kept === 'SOLD' ? 'READY' : kept,
          null,
          null,
          null,
        ]);
        expect(
          await app.sql('select 1 from pairing where device_id = $1 and revoked_at is null and epoch = $2', [
            deviceId,
            device.pairing_epoch,
          ]),
        ).toEqual([]);
      });
      return;
    }

    it('a sale is refunded in full, whatever its device is', async () => {
      const { id, deviceId } = await saleOf(each);
      const before = (await rowOf('device', deviceId)).status;
      expect((await rest.refund(admin, id, { amount: 300 })).body.refundState).toBe('PARTIAL');
      const reply = await rest.refund(admin, id, { amount: 400 });
      expect([reply.status, reply.body.status, reply.body.paymentStatus]).toEqual([201, 'REFUNDED', 'REFUNDED']);
      expect((await rowOf('device', deviceId)).status).toBe(before);
    });
  },
);

it('a sale that nobody paid for adds nothing to the revenue once it is cancelled', async () => {
  const { cancelledOrders, ...before } = await totals();
  const unpaid = cases.filter(
    ({ paymentStatus, status, deviceStatus }) =>
      status === 'PENDING' && paymentStatus === 'UNPAID' && !IN_USE.includes(deviceStatus),
  );
  for (const each of unpaid) {
    const { id } = await saleOf(each);
    expect((await rest.cancel(admin, id)).status).toBe(201);
  }
  expect(await totals()).toEqual({ ...before, cancelledOrders: cancelledOrders + unpaid.length });
});
