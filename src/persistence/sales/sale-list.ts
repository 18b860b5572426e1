import { RefundRecord, SaleRecord } from '../../model/records/sale.ts';
import { containsText } from '../list-filter.ts';
import { readText } from '../list-values.ts';
import { listOf } from '../record-list.ts';
import { allOf, anyOf, type SqlFragment, sql } from '../sql.ts';

/** Sales, newest first. Left joins, so that counting can skip them: every sale has a customer and a device. */
export const saleList = listOf(SaleRecord, {
  table: 'sale s',
  joins: 'left join customer c on c.id = s.customer_id left join device d on d.id = s.device_id',
  alias: 's',
  columns: { customerName: 'c.full_name', serial: 'd.serial' },
  edges: {
    // The predicate of the index sale_one_live_per_device.
    'Device.activeSale': "s.status not in ('CANCELLED', 'REFUNDED') and s.device_released_at is null",
  },
});

/** Refunds, newest first. */
export const refundList = listOf(RefundRecord, {
  table: 'refund r',
  joins: 'left join sale s on s.id = r.sale_id',
  alias: 'r',
  columns: { currency: 's.currency' },
});

/**
 * Sales whose number, customer (name, e-mail, phone) or device (serial) contains a text. `exists` lets PostgreSQL
 * either find all matches once by the trigram indexes or check each sale, whichever is cheaper; an array of all matches
 * would be compared with every sale.
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

/** Sales sold at or after `from` and before `to`. */
export function soldBetween(from: Date | undefined, to: Date | undefined): SqlFragment {
  return allOf([
    ...(from ? [sql`s.sold_at >= ${from}::timestamptz`] : []),
    ...(to ? [sql`s.sold_at < ${to}::timestamptz`] : []),
  ]);
}
