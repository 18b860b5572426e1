import { DEVICE_STATUSES, PREORDER_STATUSES } from '../../model/enums.ts';
import { CurrencySalesRecord, OverviewRecord, type OverviewView } from '../../model/records/overview.ts';
import { customersDataset } from '../../persistence/analytics/customers-dataset.ts';
import { deviceDataset, presenceDataset } from '../../persistence/analytics/device-datasets.ts';
import { findCapacityAndActivity } from '../../persistence/analytics/facts.ts';
import { metricsOf, viewFigures } from '../../persistence/analytics/figures.ts';
import { preorderDataset } from '../../persistence/analytics/preorder-datasets.ts';
import { ask, readTables } from '../../persistence/analytics/read-tables.ts';
import { salesDataset } from '../../persistence/analytics/sales-dataset.ts';
import { anyAdmin } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { remainingOf, statusCounts, sumOf } from './analytics-rules.ts';
import { lastDays } from './sales-range.ts';

const RECENT_ENTRIES = 10;

export const getOverview = operation({
  name: 'getOverview',
  summary: 'Shows the business at a glance; it names no person, because every role may call it.',
  access: anyAdmin(),
  limit: 120,
  effect: 'read',
  answers: OverviewRecord,
  input: NoInput,
  async handle({ now, settings, runtime }): Promise<OverviewView> {
    const timeZone = settings.businessTimeZone;
    const common = { timeZone, now };
    const salesOf = (days: number) => {
      const range = lastDays(days, now, timeZone);
      return ask(salesDataset, {
        ...common,
        metrics: metricsOf(CurrencySalesRecord),
        dimensions: ['CURRENCY'],
        range,
        having: [{ metric: 'orders', gte: 1 }],
      });
    };
    const { tables, facts } = await runtime.analytics.read(async (db) => ({
      facts: await findCapacityAndActivity(db, RECENT_ENTRIES),
      tables: await readTables(db, {
        devices: ask(deviceDataset, { ...common, metrics: ['devices'], dimensions: ['STATUS'] }),
        presences: ask(presenceDataset, { ...common, metrics: ['online'] }),
        customers: ask(customersDataset, { ...common, metrics: ['customers'] }),
        today: salesOf(1),
        week: salesOf(7),
        month: salesOf(30),
        preorders: ask(preorderDataset, { ...common, metrics: ['preorders'], dimensions: ['STATUS'] }),
      }),
    }));
    const { capacity, reserved, activity, defaultCurrency } = facts;
    const byCurrency = ({ rows }: typeof tables.today) => {
      const figures = rows.map(({ dimensions, metrics }) => ({
        currency: dimensions.CURRENCY ?? '',
        ...viewFigures(CurrencySalesRecord, metrics),
      }));
      const isUsual = ({ currency }: { readonly currency: string }) => currency === defaultCurrency;
      return figures.toSorted((one, other) => Number(isUsual(other)) - Number(isUsual(one)));
    };
    return {
      generatedAt: now,
      timezone: timeZone,
      defaultCurrency,
      devices: {
        total: sumOf(tables.devices.rows, 'devices'),
        online: sumOf(tables.presences.rows, 'online'),
        byStatus: statusCounts(DEVICE_STATUSES, tables.devices.rows, 'devices'),
      },
      customers: { total: sumOf(tables.customers.rows, 'customers') },
      sales: {
        today: byCurrency(tables.today),
        last7Days: byCurrency(tables.week),
        last30Days: byCurrency(tables.month),
      },
      preorders: {
        total: sumOf(tables.preorders.rows, 'preorders'),
        byStatus: statusCounts(PREORDER_STATUSES, tables.preorders.rows, 'preorders'),
        capacity,
        reserved,
        remaining: remainingOf(capacity, reserved),
      },
      recentActivity: activity,
    };
  },
});
