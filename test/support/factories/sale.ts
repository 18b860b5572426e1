import { v7 as uuidv7 } from 'uuid';
import type { DeviceStatus, PaymentStatus, SaleStatus, SalesChannel } from '../../../src/model/enums.ts';
import type { TestApp } from '../app.ts';
import { type DeviceOverrides, makeCustomerRow, makeDevice } from './device.ts';

export interface SaleOverrides {
  readonly number?: string;
  /** Default: what follows from the payment: PENDING, PAID or REFUNDED. */
  readonly status?: SaleStatus;
  readonly paymentStatus?: PaymentStatus;
  readonly unitPrice?: number;
  readonly discount?: number;
  readonly refundedTotal?: number;
  readonly currency?: string;
  readonly salesChannel?: SalesChannel;
  readonly soldAt?: Date;
  readonly createdAt?: Date;
  readonly notes?: string | null;
  readonly claimedAt?: Date | null;
  readonly deviceReleasedAt?: Date | null;
  /** Default: one that is made. */
  readonly customerId?: string;
  readonly customer?: { readonly fullName?: string; readonly email?: string };
  /** Default: one that is made, SOLD to the customer. */
  readonly deviceId?: string;
  readonly deviceStatus?: DeviceStatus;
  readonly device?: DeviceOverrides;
  readonly createdBy?: string;
}

export interface MadeSale {
  readonly id: string;
  readonly number: string;
  readonly customerId: string;
  readonly deviceId: string;
  readonly total: number;
}

let made = 0;

/** A sale with its customer and its device, PAID unless told otherwise. Numbers are of no counter. */
export async function makeSale(
  app: Pick<TestApp, 'sql' | 'clock' | 'runtime'>,
  overrides: SaleOverrides = {},
): Promise<MadeSale> {
  made += 1;
  const id = uuidv7();
  const now = overrides.createdAt ?? app.clock.now();
  const number = overrides.number ?? `MADE-${id}-${made}`;
  const paymentStatus = overrides.paymentStatus ?? 'PAID';
  const customerId = overrides.customerId ?? (await makeCustomerRow(app, overrides.customer)).id;
  const deviceStatus = overrides.deviceStatus ?? 'SOLD';
  const deviceId =
    overrides.deviceId ?? (await makeDevice(app, { status: deviceStatus, owner: customerId, ...overrides.device })).id;
  const { unitPrice = 1_000_000, discount = 0 } = overrides;
  const total = unitPrice - discount;
  const status = overrides.status ?? statusOf(paymentStatus, overrides.claimedAt);
  await app.sql(
    `insert into sale (id, number, customer_id, device_id, unit_price, discount, total, currency, payment_status, status,
                       sales_channel, sold_at, notes, refunded_total, cancelled_at, claimed_at, device_released_at,
                       created_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19)`,
    [
      id,
      number,
      customerId,
      deviceId,
      unitPrice,
      discount,
      total,
      overrides.currency ?? 'UZS',
      paymentStatus,
      status,
      overrides.salesChannel ?? 'DIRECT',
      overrides.soldAt ?? now,
      overrides.notes ?? null,
      overrides.refundedTotal ?? (paymentStatus === 'REFUNDED' ? total : 0),
      status === 'CANCELLED' ? now : null,
      overrides.claimedAt ?? null,
      overrides.deviceReleasedAt ?? null,
      overrides.createdBy ?? uuidv7(),
      now,
    ],
  );
  return { id, number, customerId, deviceId, total };
}

function statusOf(paymentStatus: PaymentStatus, claimedAt: Date | null | undefined): SaleStatus {
  if (paymentStatus === 'REFUNDED') return 'REFUNDED';
  if (paymentStatus !== 'PAID') return 'PENDING';
  return claimedAt ? 'FULFILLED' : 'PAID';
}
