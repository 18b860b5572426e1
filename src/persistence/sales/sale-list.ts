import type { PaymentStatus, SaleStatus, SalesChannel } from '../../model/enums.ts';
import { containsText } from '../list-filter.ts';
import { defineList } from '../list-query.ts';
import { readText } from '../list-values.ts';
import { anyOf, type SqlFragment, sql } from '../sql.ts';

/** A sale with the names of its customer and its device, as the list selects it. */
export interface SaleListRow {
  readonly id: string;
  readonly number: string;
  readonly status: SaleStatus;
  readonly paymentStatus: PaymentStatus;
  readonly customerId: string;
  readonly customerName: string;
  readonly deviceId: string;
  readonly serial: string;
  readonly unitPrice: number;
  readonly discount: number;
  readonly total: number;
  readonly refundedTotal: number;
  readonly currency: string;
  readonly salesChannel: SalesChannel;
  readonly soldAt: Date;
  readonly notes: string | null;
  readonly cancelledAt: Date | null;
  readonly cancelReason: string | null;
  readonly claimedAt: Date | null;
  readonly deviceReleasedAt: Date | null;
  readonly createdBy: string;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Sales, newest first. Left joins, so that counting need not follow them: every sale has its customer and its device. */
export const saleList = defineList({
  from: 'sale s left join customer c on c.id = s.customer_id left join device d on d.id = s.device_id',
  columns: {
    id: 's.id',
    number: 's.number',
    status: 's.status',
    paymentStatus: 's.payment_status',
    customerId: 's.customer_id',
    customerName: 'c.full_name',
    deviceId: 's.device_id',
    serial: 'd.serial',
    unitPrice: 's.unit_price',
    discount: 's.discount',
    total: 's.total',
    refundedTotal: 's.refunded_total',
    currency: 's.currency',
    salesChannel: 's.sales_channel',
    soldAt: 's.sold_at',
    notes: 's.notes',
    cancelledAt: 's.cancelled_at',
    cancelReason: 's.cancel_reason',
    claimedAt: 's.claimed_at',
    deviceReleasedAt: 's.device_released_at',
    createdBy: 's.created_by',
    revision: 's.revision',
    createdAt: 's.created_at',
    updatedAt: 's.updated_at',
  },
  fields: {
    number: { column: 's.number', type: 'text', notNull: true },
    status: { column: 's.status', type: 'enum', notNull: true },
    paymentStatus: { column: 's.payment_status', type: 'enum', notNull: true },
    salesChannel: { column: 's.sales_channel', type: 'enum', notNull: true },
    customerId: { column: 's.customer_id', type: 'id', notNull: true },
    customerName: { column: 'c.full_name', type: 'text', notNull: true },
    deviceId: { column: 's.device_id', type: 'id', notNull: true },
    serial: { column: 'd.serial', type: 'text', notNull: true },
    currency: { column: 's.currency', type: 'text', notNull: true },
    unitPrice: { column: 's.unit_price', type: 'integer', notNull: true },
    discount: { column: 's.discount', type: 'integer', notNull: true },
    total: { column: 's.total', type: 'integer', notNull: true },
    refundedTotal: { column: 's.refunded_total', type: 'integer', notNull: true },
    soldAt: { column: 's.sold_at', type: 'time', notNull: true },
    cancelledAt: { column: 's.cancelled_at', type: 'time' },
    claimedAt: { column: 's.claimed_at', type: 'time' },
    deviceReleasedAt: { column: 's.device_released_at', type: 'time' },
    createdBy: { column: 's.created_by', type: 'id', notNull: true },
    createdAt: { column: 's.created_at', type: 'time', notNull: true },
    updatedAt: { column: 's.updated_at', type: 'time', notNull: true },
  },
  defaultSort: [{ field: 'createdAt', direction: 'DESC' }],
  tieBreak: 's.id',
});

/**
 * Sales whose number, customer (name, e-mail, phone) or device (serial) contains a text. `exists` lets PostgreSQL look up
 * who matches once, by the trigram indexes, or ask for each sale, whichever is less; an array of all who match would be
 * compared with every sale.
 */
export function saleContains(search: string): SqlFragment {
  const text = readText('search', search);
  const customer = anyOf(
    ['full_name', 'email', 'phone', 'phone_canonical'].map((column) => containsText(`found.${column}`, text)),
  );
  return anyOf([
    containsText('s.number', text),
    sql`exists (select 1 from customer found where found.id = s.customer_id and (${customer}))`,
    sql`exists (select 1 from device found where found.id = s.device_id and ${containsText('found.serial', text)})`,
  ]);
}
