import { RefundRecord, SaleRecord } from '../../model/records/sale.ts';
import { customerOrder } from '../customers/customer-list.ts';
import { listOf } from '../lists/record-list.ts';
import { Source, sql } from '../sql/sql.ts';

const sale = new Source('sale', 's');
// Left joins, so that counting can skip them: every sale has a customer and a device.
const customer = new Source('customer', 'c', (own) => sql`${own}.id = ${sale}.customer_id`);
const device = new Source('device', 'd', (own) => sql`${own}.id = ${sale}.device_id`);
const foundCustomer = new Source('customer', 'found');
const foundDevice = new Source('device', 'found');

/** Sales, newest first. */
export const saleList = listOf(SaleRecord, {
  table: sale,
  joins: [customer, device],
  tally: 'sale',
  columns: {
    customerName: sql`${customer}.full_name`,
    serial: sql`${device}.serial`,
    createdById: sql`${sale}.created_by`,
  },
  orders: { customerName: customerOrder(customer) },
  search: [{ column: sql`${sale}.number`, form: 'code' }],
  searchAcross: [
    {
      table: foundCustomer,
      key: sql`${sale}.customer_id`,
      columns: [
        { column: sql`${foundCustomer}.full_name`, form: 'typed' },
        { column: sql`${foundCustomer}.email` },
        { column: sql`${foundCustomer}.phone`, form: 'phone' },
      ],
    },
    {
      table: foundDevice,
      key: sql`${sale}.device_id`,
      columns: [{ column: sql`${foundDevice}.serial`, form: 'code' }],
    },
  ],
  edges: {
    // The predicate of the index sale_one_live_per_device.
    'Device.activeSale': sql`${sale}.status not in ('CANCELLED', 'REFUNDED') and ${sale}.device_released_at is null`,
  },
});

const refund = new Source('refund', 'r');
const saleOfRefund = new Source('sale', 's', (own) => sql`${own}.id = ${refund}.sale_id`);

/** Refunds, newest first. */
export const refundList = listOf(RefundRecord, {
  table: refund,
  joins: [saleOfRefund],
  columns: { currency: sql`${saleOfRefund}.currency`, createdById: sql`${refund}.created_by` },
});
