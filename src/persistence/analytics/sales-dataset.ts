import { PreorderRecord } from '../../model/records/preorder.ts';
import { SaleRecord } from '../../model/records/sale.ts';
import { customerList } from '../customers/customer-list.ts';
import { filterEdgesOf } from '../lists/filter-edges.ts';
import { listOf } from '../lists/record-list.ts';
import { saleList } from '../sales/sale-list.ts';
import { Source, sql } from '../sql/sql.ts';
import { type Dataset, distinct, percentile } from './dataset.ts';
import { dimensionsOfDevice, WITH_DEVICE } from './device-dimensions.ts';
import { fromText } from './from-text.ts';
import type { DescribedMetric, QuestionSet } from './question-set.ts';
import { dimensionsOf, guardOf, timesOf } from './record-dimensions.ts';
import { saleRollups } from './sale-hours.ts';

const COUNTS = `s.status <> 'CANCELLED'`;
const ACTIVATED = 's.device_released_at is null and d.activated_at >= s.sold_at';
const DEVICE = guardOf(SaleRecord, 'device');
const PREORDER = guardOf(SaleRecord, 'preorder');
/** With an alias of its own: that of the list is the device's latest heartbeat here. */
const preorder = new Source('preorder', 'o');
const preorders = listOf(PreorderRecord, { table: preorder, where: sql`${preorder}.deleted_at is null` });

const metrics = {
  orders: { type: 'INTEGER', of: ['orders'], description: 'Sales that were not cancelled.' },
  units: { type: 'INTEGER', of: ['orders'], description: 'Devices in them: one in each.' },
  cancelledOrders: {
    type: 'INTEGER',
    of: ['cancelled'],
    description: 'Sales that were cancelled; no other metric counts them.',
  },
  grossRevenue: { type: 'MONEY', money: true, of: ['gross'], description: 'The prices before discounts.' },
  discount: { type: 'MONEY', money: true, of: ['discount'], description: 'All discounts.' },
  revenue: {
    type: 'MONEY',
    money: true,
    of: ['gross', 'discount'],
    sql: '{gross} - {discount}',
    formula: 'GROSS_REVENUE - DISCOUNT',
    description: 'The prices after discounts.',
  },
  refunded: {
    type: 'MONEY',
    money: true,
    of: ['refunded'],
    description: 'The refunds of these sales, whenever they were made.',
  },
  netRevenue: {
    type: 'MONEY',
    money: true,
    of: ['gross', 'discount', 'refunded'],
    sql: '{gross} - {discount} - {refunded}',
    formula: 'REVENUE - REFUNDED',
    description: 'What is left after discounts and refunds.',
  },
  averageOrderValue: {
    type: 'MONEY',
    money: true,
    of: ['gross', 'discount', 'orders'],
    sql: 'round(({gross} - {discount})::numeric / nullif({orders}, 0))::bigint',
    formula: 'REVENUE / ORDERS, rounded to whole units',
    description: 'The mean price after discounts; null without an order.',
  },
  refundRate: {
    type: 'RATIO',
    money: true,
    of: ['refunded', 'gross', 'discount'],
    sql: '{refunded}::double precision / nullif({gross} - {discount}, 0)',
    formula: 'REFUNDED / REVENUE',
    description: 'The refunded share of the revenue; null without revenue.',
  },
  returns: {
    type: 'INTEGER',
    of: ['returned'],
    description: 'Sales whose device came back; the same device counts again when it was sold again.',
  },
  returnRate: {
    type: 'RATIO',
    of: ['returned', 'orders'],
    sql: '{returned}::double precision / nullif({orders}, 0)',
    formula: 'RETURNS / ORDERS',
    description: 'The share of the sales whose device came back; null without an order.',
  },
  customers: { type: 'INTEGER', of: ['customers'], description: 'Different customers with a sale.' },
  medianDaysToActivation: {
    type: 'NUMBER',
    unit: 'days',
    of: ['daysToActivation'],
    description:
      'The median time from the sale to the activation, of devices that are still with their sale; null without one.',
    needs: [DEVICE],
  },
  fromPreorders: {
    type: 'INTEGER',
    of: ['fromPreorders'],
    description: 'Sales that a preorder became.',
    needs: [PREORDER],
  },
  medianDaysFromPreorder: {
    type: 'NUMBER',
    unit: 'days',
    of: ['daysFromPreorder'],
    description: 'The median time from a preorder to the sale that it became; null without one.',
    needs: [PREORDER],
  },
} as const satisfies Record<string, DescribedMetric>;

const dimensions = {
  ...dimensionsOf(saleList),
  ...dimensionsOf(customerList, { name: 'customer', needs: guardOf(SaleRecord, 'customer') }),
  ...dimensionsOfDevice(DEVICE),
  ...dimensionsOf(preorders, { name: 'preorder', needs: PREORDER }, ['currency', 'refundDue']),
};

/**
 * Sales by the time they were sold. A cancelled sale is not counted. A refund counts at the time of its sale, so that a
 * day's revenue and refunds belong to the same sales.
 */
export const salesDataset: Dataset<keyof typeof metrics> = {
  from: `${fromText(saleList)} ${WITH_DEVICE} left join preorder o on o.id = s.preorder_id and o.deleted_at is null`,
  time: 's.sold_at',
  rollups: saleRollups,
  times: timesOf(saleList),
  currency: 's.currency',
  aggregates: {
    orders: `count(*) filter (where ${COUNTS})`,
    cancelled: `count(*) filter (where s.status = 'CANCELLED')`,
    gross: `coalesce(sum(s.unit_price) filter (where ${COUNTS}), 0)::bigint`,
    discount: `coalesce(sum(s.discount) filter (where ${COUNTS}), 0)::bigint`,
    refunded: `coalesce(sum(s.refunded_total) filter (where ${COUNTS}), 0)::bigint`,
    returned: `count(*) filter (where ${COUNTS} and s.device_released_at is not null)`,
    customers: distinct('s.customer_id', COUNTS),
    fromPreorders: `count(o.id) filter (where ${COUNTS})`,
    daysFromPreorder: percentile(0.5, { from: 'o.created_at', to: 's.sold_at', unit: 'days', where: COUNTS }),
    daysToActivation: percentile(0.5, {
      from: 's.sold_at',
      to: 'd.activated_at',
      unit: 'days',
      where: `${COUNTS} and ${ACTIVATED}`,
    }),
  },
  metrics,
  dimensions,
  fields: saleList.fields,
};

export const salesQuestions: QuestionSet<keyof typeof metrics> = {
  name: 'SALES',
  prefix: 'Sales',
  description:
    'Sales by the time they were sold; cancelled ones do not count, and a refund counts with its sale. Each row is one device sold.',
  model: SaleRecord,
  metrics,
  dimensions,
  times: ['SOLD_AT', 'CREATED_AT', 'CANCELLED_AT'],
  at: (now) => ({ ...salesDataset, edges: filterEdgesOf(saleList, now) }),
};
