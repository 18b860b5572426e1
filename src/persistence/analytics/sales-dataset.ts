import { defineDataset } from './dataset.ts';

const COUNTS = `s.status <> 'CANCELLED'`;

/**
 * Sales by the time they were sold. A cancelled sale is not counted. A refund counts at the time of its sale, so that a
 * day's revenue and refunds belong to the same sales.
 */
export const salesDataset = defineDataset({
  from: `sale s
    left join device d on d.id = s.device_id
    left join inventory_batch b on b.id = d.batch_id
    left join customer c on c.id = s.customer_id`,
  time: 's.sold_at',
  currency: 's.currency',
  aggregates: {
    orders: `count(*) filter (where ${COUNTS})`,
    cancelled: `count(*) filter (where s.status = 'CANCELLED')`,
    gross: `coalesce(sum(s.unit_price) filter (where ${COUNTS}), 0)::bigint`,
    discount: `coalesce(sum(s.discount) filter (where ${COUNTS}), 0)::bigint`,
    refunded: `coalesce(sum(s.refunded_total) filter (where ${COUNTS}), 0)::bigint`,
    customers: `count(distinct s.customer_id) filter (where ${COUNTS})`,
  },
  metrics: {
    orders: { type: 'INTEGER', of: ['orders'] },
    /** One device per sale. */
    units: { type: 'INTEGER', of: ['orders'] },
    cancelledOrders: { type: 'INTEGER', of: ['cancelled'] },
    grossRevenue: { type: 'MONEY', money: true, of: ['gross'] },
    discount: { type: 'MONEY', money: true, of: ['discount'] },
    revenue: { type: 'MONEY', money: true, of: ['gross', 'discount'], sql: '{gross} - {discount}' },
    refunded: { type: 'MONEY', money: true, of: ['refunded'] },
    netRevenue: {
      type: 'MONEY',
      money: true,
      of: ['gross', 'discount', 'refunded'],
      sql: '{gross} - {discount} - {refunded}',
    },
    /** Revenue divided by orders, rounded to whole units. */
    averageOrderValue: {
      type: 'MONEY',
      money: true,
      of: ['gross', 'discount', 'orders'],
      sql: 'round(({gross} - {discount})::numeric / nullif({orders}, 0))::bigint',
    },
    /** The refunded share of the revenue. */
    refundRate: {
      type: 'RATIO',
      money: true,
      of: ['refunded', 'gross', 'discount'],
      sql: '{refunded}::double precision / nullif({gross} - {discount}, 0)',
    },
    customers: { type: 'INTEGER', of: ['customers'] },
  },
  dimensions: {
    CHANNEL: 's.sales_channel',
    STATUS: 's.status',
    PAYMENT_STATUS: 's.payment_status',
    CURRENCY: 's.currency',
    MODEL: 'd.model',
    HARDWARE_REVISION: 'd.hardware_revision',
    BATCH: 'b.code',
    SALESPERSON: 's.created_by::text',
    REGION: 'c.region',
  },
  fields: {
    channel: { column: 's.sales_channel', type: 'enum' },
    status: { column: 's.status', type: 'enum' },
    paymentStatus: { column: 's.payment_status', type: 'enum' },
    model: { column: 'd.model', type: 'text' },
    hardwareRevision: { column: 'd.hardware_revision', type: 'text' },
    batch: { column: 'b.code', type: 'text' },
    salesperson: { column: 's.created_by', type: 'id' },
    region: { column: 'c.region', type: 'text' },
    customerId: { column: 's.customer_id', type: 'id' },
    total: { column: 's.total', type: 'integer' },
  },
});
