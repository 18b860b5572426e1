import { ACTOR_TYPES, TARGET_KINDS } from '../enums.ts';
import { answer, integer, oneOf, part, parts, text, time, type View } from '../record.ts';
import { DeviceStatusCountRecord } from './operations-analytics.ts';
import { PreorderCapacityRecord, PreorderStatusCountRecord } from './preorder-analytics.ts';
import { salesFigures } from './sales-analytics.ts';
import { BY_STATUS } from './status-count.ts';

const { orders, revenue, refunded, netRevenue } = salesFigures;

export const CurrencySalesRecord = answer('CurrencySales', 'Sales in one currency; amounts in whole currency units.', {
  currency: text('The currency.'),
  orders,
  revenue,
  refunded,
  netRevenue,
});

const OverviewDevicesRecord = answer('OverviewDevices', 'Counts of devices.', {
  total: integer('All devices, retired ones too.'),
  online: integer('Devices that are online by `onlineThresholdMinutes` of the business settings.'),
  byStatus: parts(DeviceStatusCountRecord, BY_STATUS),
});

const OverviewCustomersRecord = answer('OverviewCustomers', 'Counts of customers.', {
  total: integer('All customers.'),
});

const OverviewSalesRecord = answer(
  'OverviewSales',
  'Whole business days up to today; the default currency first, currencies without an order are left out.',
  {
    today: parts(CurrencySalesRecord, 'Today.'),
    last7Days: parts(CurrencySalesRecord, 'The last 7 days, today included.'),
    last30Days: parts(CurrencySalesRecord, 'The last 30 days, today included.'),
  },
);

const OverviewPreordersRecord = answer('OverviewPreorders', 'Counts of preorders, and the remaining capacity.', {
  total: integer('All preorders that are not deleted.'),
  byStatus: parts(PreorderStatusCountRecord, BY_STATUS),
  ...PreorderCapacityRecord.fields,
});

/** It names no person and no record, so that every role may see it. */
const ActivityRecord = answer('Activity', 'An action, without its actor and its target.', {
  at: time('When it was done.'),
  action: text('The operation’s name.'),
  actorType: oneOf('ActorType', ACTOR_TYPES, 'The kind of caller that did it.'),
  targetKind: oneOf(
    'TargetKind',
    TARGET_KINDS,
    'The kind of record that it was about; null when it was about none.',
  ).nullable(),
});

export const OverviewRecord = answer('Overview', 'The business at a glance.', {
  generatedAt: time('When the figures were read; none of them is older.'),
  timezone: text('The business time zone, which decides where a day begins: `Asia/Tashkent`.'),
  defaultCurrency: text('The default currency of the business settings; its sales come first.'),
  devices: part(OverviewDevicesRecord, 'The devices.'),
  customers: part(OverviewCustomersRecord, 'The customers.'),
  sales: part(OverviewSalesRecord, 'The sales.'),
  preorders: part(OverviewPreordersRecord, 'The preorders.'),
  recentActivity: parts(ActivityRecord, 'Newest first.'),
});

export type OverviewView = View<typeof OverviewRecord>;
