import { RefundRecord, SaleRecord } from '../../model/records/sale.ts';
import { NAME_ORDER } from '../customers/customer-list.ts';
import { listOf } from '../lists/record-list.ts';

/** Sales, newest first. Left joins, so that counting can skip them: every sale has a customer and a device. */
export const saleList = listOf(SaleRecord, {
  table: 'sale s',
  joins: 'left join customer c on c.id = s.customer_id left join device d on d.id = s.device_id',
  alias: 's',
  tallies: ['sale', 'sale_unit_price', 'sale_discount', 'sale_total', 'sale_refunded_total'],
  valueTallies: { claimedAt: 'sale_claimed' },
  columns: { customerName: 'c.full_name', serial: 'd.serial' },
  orders: { customerName: NAME_ORDER },
  search: ['s.number'],
  searchAcross: [
    {
      table: 'customer',
      key: 's.customer_id',
      columns: [{ column: 'full_name', form: 'typed' }, 'email', { column: 'phone', form: 'phone' }],
    },
    { table: 'device', key: 's.device_id', columns: ['serial'] },
  ],
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
  tallies: ['refund'],
  columns: { currency: 's.currency' },
});
