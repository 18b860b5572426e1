import type { DeviceStatus, PaymentStatus, SaleStatus } from '../../../src/model/enums.ts';
import { newId } from '../../../src/persistence/columns.ts';
import { Sale } from '../../../src/persistence/sales/sale.entity.ts';
import type { RunningApp } from '../app.ts';
import { type DeviceOverrides, makeCustomerRow, makeDevice } from './device.ts';
import { insertRow, stated, type Values } from './insert.ts';

/**
 * The status follows from the payment: PENDING, PAID or REFUNDED. Without a customer one is made, without a device one
 * that is SOLD to the customer.
 */
export interface SaleOverrides extends Partial<Omit<Values<typeof Sale>, 'total'>> {
  readonly customer?: { readonly fullName?: string; readonly email?: string };
  readonly deviceStatus?: DeviceStatus;
  readonly device?: DeviceOverrides;
}

export interface MadeSale {
  readonly id: string;
  readonly number: string;
  readonly customerId: string;
  readonly deviceId: string;
  readonly total: number;
}

/** A sale with its customer and its device, PAID unless told otherwise. Numbers are of no counter. */
export async function makeSale(
  app: Pick<RunningApp, 'sql' | 'clock' | 'runtime'>,
  { customer, deviceStatus = 'SOLD', device, ...overrides }: SaleOverrides = {},
): Promise<MadeSale> {
  const id = newId();
  const now = overrides.createdAt ?? app.clock.now();
  const { number = `MADE-${id}`, paymentStatus = 'PAID', unitPrice = 1_000_000, discount = 0 } = overrides;
  const customerId = overrides.customerId ?? (await makeCustomerRow(app, customer)).id;
  const deviceId =
    overrides.deviceId ?? (await makeDevice(app, { status: deviceStatus, owner: customerId, ...device })).id;
  const total = unitPrice - discount;
  const status = overrides.status ?? statusOf(paymentStatus, overrides.claimedAt);
  const made = { id, number, customerId, deviceId, total };
  await insertRow(app.sql, Sale, {
    unitPrice,
    discount,
    currency: 'UZS',
    paymentStatus,
    status,
    salesChannel: 'DIRECT',
    soldAt: now,
    refundedTotal: paymentStatus === 'REFUNDED' ? total : 0,
    cancelledAt: status === 'CANCELLED' ? now : null,
    createdBy: newId(),
    createdAt: now,
    updatedAt: now,
    ...stated(overrides),
    ...made,
  });
  return made;
}

function statusOf(paymentStatus: PaymentStatus, claimedAt: Date | null | undefined): SaleStatus {
  if (paymentStatus === 'REFUNDED') return 'REFUNDED';
  if (paymentStatus !== 'PAID') return 'PENDING';
  return claimedAt ? 'FULFILLED' : 'PAID';
}
