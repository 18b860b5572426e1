import { SaleRecord } from '../../model/records/sale.ts';
import { customerList } from '../customers/customer-list.ts';
import { deviceListAt } from '../devices/device-list.ts';
import { preorderList } from '../preorders/preorder-list.ts';
import { saleList } from '../sales/sale-list.ts';
import { Source, sql } from '../sql/sql.ts';
import { count, distinct, percentile, sum } from './aggregates.ts';
import { minus, roundedRatio } from './formula.ts';
import { type DescribedDataset, integer, money, number, questionSet, share } from './question-set.ts';
import { type Across, declaredOf, guardOf, joinedBy, joinOf, timesOf } from './record-dimensions.ts';
import { saleRollups } from './sale-hours.ts';

const sale = saleList.table;
const customer = joinOf(saleList, 'customer');
const device = joinOf(saleList, 'device');
const preorder = new Source('preorder', 'o', sql`o.id = ${sale}.preorder_id and o.deleted_at is null`);
const joinedDevice = joinedBy(device, deviceListAt(new Date(0)));

const CANCELLED = sql`${sale}.status = 'CANCELLED'`;
const COUNTS = sql`${sale}.status <> 'CANCELLED'`;
const ACTIVATED = sql`${COUNTS} and ${sale}.device_released_at is null and ${device}.activated_at >= ${sale}.sold_at`;
const DEVICE = guardOf(SaleRecord, 'device');
const PREORDER = guardOf(SaleRecord, 'preorder');

/** The sales of each customer, which of them each is, and which came before and after it. */
const allSales = new Source(
  sql`(select s.customer_id, min(s.sold_at) as first_at, count(*) as number from sale s where s.status <> 'CANCELLED' group by s.customer_id order by s.customer_id)`,
  'bought',
  sql`bought.customer_id = ${sale}.customer_id`,
);
const numbered = new Source(
  sql`(select s.id, row_number() over own as number, lag(s.sold_at) over own as before, lead(s.sold_at) over own as after from sale s where s.status <> 'CANCELLED'
    window own as (partition by s.customer_id order by s.sold_at, s.id))`,
  'nth',
  sql`nth.id = ${sale}.id`,
);
const CUSTOMER = guardOf(SaleRecord, 'customer');
const SALE_NUMBER = {
  description: 'Which of the sales of its customer it is, from 1; null for a cancelled one.',
  type: 'INTEGER',
  needs: [CUSTOMER],
  sql: sql`${numbered}.number`,
  least: 1,
  within: COUNTS,
} as const;
const NUMBER_OF_SALES = {
  description: 'How many sales its customer has; cancelled ones do not count.',
  type: 'INTEGER',
  needs: [CUSTOMER],
  sql: sql`coalesce(${allSales}.number, 0)`,
} as const;
const FIRST_SOLD_AT = {
  description: 'When its customer bought first; cancelled sales do not count.',
  needs: [CUSTOMER],
  sql: sql`${allSales}.first_at`,
};
const PREVIOUS_SOLD_AT = {
  description: 'When its customer bought the time before; null for a first or a cancelled sale.',
  needs: [CUSTOMER],
  sql: sql`${numbered}.before`,
};
const NEXT_SOLD_AT = {
  description: 'When its customer bought the time after; null for a last or a cancelled sale.',
  needs: [CUSTOMER],
  sql: sql`${numbered}.after`,
};
const FIRST_REFUNDED_AT = {
  description: 'When it was refunded first; null where it was not.',
  needs: [],
  sql: sql`(select min(made.created_at) from refund made where made.sale_id = ${sale}.id)`,
};
const across: readonly Across[] = [
  { edge: 'customer', needs: [CUSTOMER], joined: joinedBy(customer, customerList) },
  { edge: 'device', needs: [DEVICE], joined: joinedDevice },
  {
    edge: 'preorder',
    needs: [PREORDER],
    joined: joinedBy(preorder, preorderList),
    except: ['currency', 'refundDue', 'customer'],
  },
];
// A preorder that was deleted is none.
const declared = declaredOf(saleList, across, ['preorder']);

const metrics = {
  orders: integer('orders', 'Sales that were not cancelled.'),
  units: integer('orders', 'Devices in them: one in each.'),
  cancelledOrders: integer('cancelled', 'Sales that were cancelled; only CANCELLED_REVENUE counts them as well.'),
  cancelledRevenue: money('cancelledRevenue', 'The prices after discounts of sales that were cancelled.'),
  grossRevenue: money('gross', 'The prices before discounts.'),
  discount: money('discount', 'All discounts.'),
  revenue: money(minus('gross', 'discount'), 'The prices after discounts.', { formula: 'GROSS_REVENUE - DISCOUNT' }),
  refunded: money('refunded', 'The refunds of these sales, whenever they were made.'),
  netRevenue: money(minus('gross', 'discount', 'refunded'), 'What is left after discounts and refunds.', {
    formula: 'REVENUE - REFUNDED',
  }),
  averageOrderValue: money(
    roundedRatio(minus('gross', 'discount'), 'orders'),
    'The mean price after discounts; null without an order.',
    { formula: 'REVENUE / ORDERS, rounded to whole units' },
  ),
  refundRate: share(
    'refunded',
    minus('gross', 'discount'),
    'The refunded share of the revenue; null without revenue.',
    { formula: 'REFUNDED / REVENUE', money: true },
  ),
  returns: integer('returned', 'Sales whose device came back; the same device counts again when it was sold again.'),
  returnRate: share('returned', 'orders', 'The share of the sales whose device came back; null without an order.', {
    formula: 'RETURNS / ORDERS',
  }),
  customers: integer('customers', 'Different customers with a sale.'),
  medianDaysToActivation: number(
    'days',
    'daysToActivation',
    'The median time from the sale to the activation, of devices that are still with their sale; null without one.',
    { needs: [DEVICE] },
  ),
  fromPreorders: integer('fromPreorders', 'Sales that a preorder became.', { needs: [PREORDER] }),
  medianDaysFromPreorder: number(
    'days',
    'daysFromPreorder',
    'The median time from a preorder to the sale that it became; null without one.',
    { needs: [PREORDER] },
  ),
};

/**
 * Sales by the time they were sold. A cancelled sale is not counted. A refund counts at the time of its sale, so that a
 * day's revenue and refunds belong to the same sales.
 */
export const salesDataset: DescribedDataset<keyof typeof metrics> = {
  table: sale,
  joins: [...(saleList.joins ?? []), ...joinedDevice.joins, preorder, allSales, numbered],
  time: sql`${sale}.sold_at`,
  rollups: saleRollups,
  times: timesOf(saleList),
  currency: sql`${sale}.currency`,
  aggregates: {
    orders: count(COUNTS),
    cancelled: count(CANCELLED),
    cancelledRevenue: sum(sql`${sale}.total`, CANCELLED),
    gross: sum(sql`${sale}.unit_price`, COUNTS),
    discount: sum(sql`${sale}.discount`, COUNTS),
    refunded: sum(sql`${sale}.refunded_total`, COUNTS),
    returned: count(sql`${COUNTS} and ${sale}.device_released_at is not null`),
    customers: distinct(sql`${sale}.customer_id`, COUNTS),
    fromPreorders: count(sql`${COUNTS} and ${preorder}.id is not null`),
    daysFromPreorder: percentile(0.5, {
      from: sql`${preorder}.created_at`,
      to: sql`${sale}.sold_at`,
      unit: 'days',
      where: COUNTS,
    }),
    daysToActivation: percentile(0.5, {
      from: sql`${sale}.sold_at`,
      to: sql`${device}.activated_at`,
      unit: 'days',
      where: ACTIVATED,
    }),
  },
  metrics,
  ...declared,
  numbers: { ...declared.numbers, CUSTOMER_SALE_NUMBER: SALE_NUMBER, CUSTOMER_SALES: NUMBER_OF_SALES },
  moments: {
    ...declared.moments,
    CUSTOMER_FIRST_SOLD_AT: FIRST_SOLD_AT,
    CUSTOMER_NEXT_SOLD_AT: NEXT_SOLD_AT,
    CUSTOMER_PREVIOUS_SOLD_AT: PREVIOUS_SOLD_AT,
    FIRST_REFUNDED_AT,
  },
  counted: COUNTS,
  fields: saleList.fields,
};

export const salesQuestions = questionSet(
  {
    name: 'SALES',
    prefix: 'Sales',
    description:
      'Sales by the time they were sold; cancelled ones do not count, and a refund counts with its sale. Each row is one device sold.',
    times: ['SOLD_AT', 'CREATED_AT', 'CANCELLED_AT'],
  },
  () => saleList,
  salesDataset,
);
