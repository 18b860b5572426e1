import { v7 as uuidv7 } from 'uuid';
import { type PaymentStatus, SALES_CHANNELS, type SaleStatus, type SalesChannel } from '../../src/model/enums.ts';
import type { TestApp } from '../support/app.ts';

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
export async function openShop({ sql }: Pick<TestApp, 'sql'>): Promise<Shop> {
  const devices = MODELS.map((model, at) => ({ id: uuidv7(), model, revision: `rev-${at}` }));
  const customers = REGIONS.map((region) => ({ id: uuidv7(), region }));
  for (const { id, model, revision } of devices) {
    const batch = uuidv7();
    await sql(
      `insert into inventory_batch (id, code, model, hardware_revision, quantity, status, created_at, updated_at)
       values ($1, $2, $3, $4, 1, 'COMPLETED', now(), now())`,
      [batch, `B-${model}`, model, revision],
    );
    await sql(
      `insert into device (id, serial, batch_id, batch_ordinal, model, hardware_revision, status, created_at, updated_at)
       values ($1, $2, $3, 1, $4, $5, 'SOLD', now(), now())`,
      [id, `SERIAL-${model}`, batch, model, revision],
    );
  }
  for (const { id, region } of customers) {
    await sql(
      `insert into customer (id, full_name, region, created_at, updated_at) values ($1, 'Aziza', $2, now(), now())`,
      [id, region],
    );
  }
  return { devices, customers };
}

/** Replaces all sales by these. Each has given its device back, so that one device can be sold over and over. */
export async function putSales({ sql }: Pick<TestApp, 'sql'>, shop: Shop, sales: readonly SaleRow[]): Promise<void> {
  await sql('delete from sale');
  const column = (value: (sale: SaleRow) => unknown) => sales.map(value);
  await sql(
    `insert into sale (id, number, customer_id, device_id, unit_price, discount, total, currency, payment_status, status,
                       sales_channel, sold_at, device_released_at, refunded_total, created_by, created_at, updated_at)
     select id, id::text, customer, device, price, discount, price - discount, currency, payment, status, channel, sold,
            sold, refunded, id, now(), now()
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[],
                   $9::text[], $10::timestamptz[], $11::bigint[])
         as s (id, customer, device, price, discount, currency, payment, status, channel, sold, refunded)`,
    [
      column(() => uuidv7()),
      column(({ customer }) => shop.customers[customer]?.id),
      column(({ device }) => shop.devices[device]?.id),
      column(({ unitPrice }) => unitPrice),
      column(({ discount }) => discount),
      column(({ currency }) => currency),
      column(({ status }) => paymentOf(status)),
      column(({ status }) => status),
      column(({ channel }) => channel),
      column(({ soldAt }) => soldAt),
      column(({ refunded }) => refunded),
    ],
  );
}
