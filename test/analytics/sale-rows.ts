import { type PaymentStatus, SALES_CHANNELS, type SaleStatus, type SalesChannel } from '../../src/model/enums.ts';
import { newId } from '../../src/persistence/columns.ts';
import { Customer } from '../../src/persistence/customers/customer.entity.ts';
import { Device } from '../../src/persistence/devices/device.entity.ts';
import { Batch } from '../../src/persistence/inventory/batch.entity.ts';
import { Sale } from '../../src/persistence/sales/sale.entity.ts';
import type { RunningApp } from '../support/app.ts';
import { insertRow, insertRows } from '../support/factories/insert.ts';

/** A sale as far as figures need it. */
export interface SaleRow {
  readonly soldAt: Date;
  readonly currency: string;
  readonly unitPrice: number;
  readonly discount: number;
  readonly refunded: number;
  readonly status: SaleStatus;
  readonly channel: SalesChannel;
  /** Which of the shop's devices and customers. */
  readonly device: number;
  readonly customer: number;
  /** Whether the device is still with this sale; only one of a device's may say so. */
  readonly keeps?: boolean;
}

/** What sales are made of: devices of three models, customers of three regions. */
export interface Shop {
  readonly devices: readonly { readonly id: string; readonly model: string; readonly revision: string }[];
  readonly customers: readonly { readonly id: string; readonly region: string | null }[];
}

const MODELS = ['LAMP1', 'LAMP2', 'CLOCK1'];
const REGIONS = ['Tashkent', 'Samarkand', null];
const PAYMENTS: Readonly<Record<SaleStatus, PaymentStatus>> = {
  DRAFT: 'UNPAID',
  PENDING: 'PARTIAL',
  PAID: 'PAID',
  FULFILLED: 'PAID',
  CANCELLED: 'UNPAID',
  REFUNDED: 'REFUNDED',
};

/** The states a sale can be seen in. */
export const STATUSES = ['PENDING', 'PAID', 'FULFILLED', 'CANCELLED', 'REFUNDED'] as const;
export { SALES_CHANNELS };

/** How a sale in that state is paid. */
export function paymentOf(status: SaleStatus): PaymentStatus {
  return PAYMENTS[status];
}

/** A plain sale of one device for 1,000 UZS. */
export function aSale(soldAt: string, overrides: Partial<SaleRow> = {}): SaleRow {
  return {
    soldAt: new Date(soldAt),
    currency: 'UZS',
    unitPrice: 1000,
    discount: 0,
    refunded: 0,
    status: 'PAID',
    channel: 'DIRECT',
    device: 0,
    customer: 0,
    ...overrides,
  };
}

/** Inserts three devices in a batch each, and three customers. */
export async function openShop({ sql }: Pick<RunningApp, 'sql'>): Promise<Shop> {
  const devices = MODELS.map((model, at) => ({ id: newId(), model, revision: `rev-${at}` }));
  const customers = REGIONS.map((region) => ({ id: newId(), region }));
  const times = { createdAt: new Date(), updatedAt: new Date() };
  for (const { id, model, revision } of devices) {
    const batchId = await insertRow(sql, Batch, {
      code: `B-${model}`,
      model,
      hardwareRevision: revision,
      quantity: 1,
      status: 'COMPLETED',
      ...times,
    });
    await insertRow(sql, Device, {
      id,
      serial: `SERIAL-${model}`,
      batchId,
      batchOrdinal: 1,
      model,
      hardwareRevision: revision,
      status: 'SOLD',
      ...times,
    });
  }
  for (const customer of customers) await insertRow(sql, Customer, { ...customer, fullName: 'Aziza', ...times });
  return { devices, customers };
}

/** Replaces all sales by these. Each has given its device back, unless it keeps it, so that one
 * device can be sold over and over. */
export async function putSales({ sql }: Pick<RunningApp, 'sql'>, shop: Shop, sales: readonly SaleRow[]): Promise<void> {
  await sql('delete from sale');
  const now = new Date();
  await insertRows(
    sql,
    Sale,
    sales.map(({ soldAt, currency, unitPrice, discount, refunded, status, channel, device, customer, keeps }) => {
      const id = newId();
      return {
        id,
        number: id,
        customerId: shop.customers[customer]?.id ?? '',
        deviceId: shop.devices[device]?.id ?? '',
        unitPrice,
        discount,
        total: unitPrice - discount,
        currency,
        paymentStatus: paymentOf(status),
        status,
        salesChannel: channel,
        soldAt,
        deviceReleasedAt: keeps ? null : soldAt,
        refundedTotal: refunded,
        createdBy: id,
        createdAt: now,
        updatedAt: now,
      };
    }),
  );
}
