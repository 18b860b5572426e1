import { DEVICE_STATUSES, PREORDER_STATUSES } from '../../model/enums.ts';
import { customerDataset, deviceDataset } from '../../persistence/analytics/device-datasets.ts';
import { findCapacityAndActivity } from '../../persistence/analytics/facts.ts';
import { preorderDataset } from '../../persistence/analytics/preorder-datasets.ts';
import { type AnalyticsRow, ask, readTables } from '../../persistence/analytics/read-tables.ts';
import { salesDataset } from '../../persistence/analytics/sales-dataset.ts';
import { anyAdmin } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { remainingOf, statusCounts, sumOf } from './analytics-rules.ts';
import type { CurrencySalesView, OverviewView } from './overview-view.ts';
import { lastDays } from './sales-range.ts';

const RECENT_ENTRIES = 10;
const SALES = ['ORDERS', 'REVENUE', 'REFUNDED', 'NET_REVENUE'] as const;

export const getOverview = operation({
  name: 'getOverview',
  summary: 'Shows the business at a glance; it names no person, because every role may call it.',
  access: anyAdmin(),
  limit: 120,
  effect: 'read',
  input: NoInput,
  async handle({ now, settings, runtime }): Promise<OverviewView> {
    const timeZone = settings.businessTimeZone;
    const asked = { timeZone, now };
    const salesOf = (days: number) =>
      ask(salesDataset, {
        ...asked,
        metrics: SALES,
        dimensions: ['CURRENCY'],
        range: lastDays(days, now, timeZone),
        having: [{ metric: 'ORDERS', gte: 1 }],
      });
    const { found, facts } = await runtime.analytics.read(async (db) => ({
      found: await readTables(db, {
        devices: ask(deviceDataset, { ...asked, metrics: ['DEVICES', 'ONLINE'], dimensions: ['STATUS'] }),
        customers: ask(customerDataset, { ...asked, metrics: ['CUSTOMERS'] }),
        today: salesOf(1),
        week: salesOf(7),
        month: salesOf(30),
        preorders: ask(preorderDataset, { ...asked, metrics: ['PREORDERS'], dimensions: ['STATUS'] }),
      }),
      facts: await findCapacityAndActivity(db, RECENT_ENTRIES),
    }));
    const { capacity, reserved, activity } = facts;
    return {
      generatedAt: now,
      timezone: timeZone,
      devices: {
        total: sumOf(found.devices.rows, 'DEVICES'),
        online: sumOf(found.devices.rows, 'ONLINE'),
        byStatus: statusCounts(DEVICE_STATUSES, found.devices.rows, 'DEVICES'),
      },
      customers: { total: sumOf(found.customers.rows, 'CUSTOMERS') },
      sales: {
        today: found.today.rows.map(viewCurrency),
        last7Days: found.week.rows.map(viewCurrency),
        last30Days: found.month.rows.map(viewCurrency),
      },
      preorders: {
        total: sumOf(found.preorders.rows, 'PREORDERS'),
        byStatus: statusCounts(PREORDER_STATUSES, found.preorders.rows, 'PREORDERS'),
        capacity,
        reserved,
        remaining: remainingOf(capacity, reserved),
      },
      recentActivity: activity,
    };
  },
});

function viewCurrency({ dimensions, metrics }: AnalyticsRow<(typeof SALES)[number], 'CURRENCY'>): CurrencySalesView {
  return {
    currency: dimensions.CURRENCY ?? '',
    orders: metrics.ORDERS ?? 0,
    revenue: metrics.REVENUE ?? 0,
    refunded: metrics.REFUNDED ?? 0,
    netRevenue: metrics.NET_REVENUE ?? 0,
  };
}
