import { LOCALES, PREORDER_STATUSES, type ProductColor } from '../../model/enums.ts';
import {
  PreorderAnalyticsRecord,
  type PreorderAnalyticsView,
  PreorderRevenueRecord,
  PreordersByColorRecord,
  PreordersByRegionRecord,
} from '../../model/records/preorder-analytics.ts';
import { findCapacity } from '../../persistence/analytics/facts.ts';
import { metricsOf, viewFigures } from '../../persistence/analytics/figures.ts';
import { preorderDataset } from '../../persistence/analytics/preorder-datasets.ts';
import { ask, readTables } from '../../persistence/analytics/read-tables.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { conversionOf, conversionsBy, remainingOf, statusCounts, sumOf } from './analytics-rules.ts';

/** The response lists only this many sources and regions, by preorders. */
const MAX_ROWS = 100;
const COUNTS = ['preorders', 'quantity'] as const;

export const getPreorderAnalytics = operation({
  name: 'getPreorderAnalytics',
  summary: 'Reports preorders from visit to delivery: the funnel, its sources, the capacity and the expected revenue.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  answers: PreorderAnalyticsRecord,
  input: NoInput,
  async handle({ now, settings, runtime }): Promise<PreorderAnalyticsView> {
    const common = { timeZone: settings.businessTimeZone, now };
    const most = {
      ...common,
      metrics: COUNTS,
      orderBy: [{ metric: 'preorders', direction: 'DESC' }],
      limit: MAX_ROWS,
    } as const;
    const views = {
      ...common,
      metrics: ['uniqueViews'],
      orderBy: [{ metric: 'uniqueViews', direction: 'DESC' }],
      limit: MAX_ROWS,
    } as const;
    const { tables, capacity } = await runtime.analytics.read(async (db) => ({
      capacity: await findCapacity(db),
      tables: await readTables(db, {
        statuses: ask(preorderDataset, { ...common, metrics: COUNTS, dimensions: ['STATUS'] }),
        sources: ask(preorderDataset, { ...most, dimensions: ['UTM_SOURCE'] }),
        locales: ask(preorderDataset, { ...most, dimensions: ['LOCALE'] }),
        colors: ask(preorderDataset, { ...most, dimensions: ['PRODUCT_COLOR'] }),
        regions: ask(preorderDataset, { ...most, dimensions: ['REGION'] }),
        viewSources: ask(preorderDataset, { ...views, dimensions: ['UTM_SOURCE'] }),
        viewLocales: ask(preorderDataset, { ...views, dimensions: ['LOCALE'] }),
        revenue: ask(preorderDataset, {
          ...common,
          metrics: metricsOf(PreorderRevenueRecord),
          dimensions: ['CURRENCY'],
        }),
      }),
    }));
    // Every view has one locale, so the counts by locale add up to the total.
    const uniqueViews = sumOf(tables.viewLocales.rows, 'uniqueViews');
    const preorders = sumOf(tables.statuses.rows, 'preorders');
    return {
      generatedAt: now,
      funnel: {
        uniqueViews,
        preorders,
        quantity: sumOf(tables.statuses.rows, 'quantity'),
        conversion: conversionOf(preorders, uniqueViews),
        byStatus: statusCounts(PREORDER_STATUSES, tables.statuses.rows, 'preorders'),
      },
      bySource: conversionsBy('UTM_SOURCE', tables.sources.rows, tables.viewSources.rows).map(
        ({ key, ...figures }) => ({
          source: key,
          ...figures,
        }),
      ),
      byLocale: conversionsBy('LOCALE', tables.locales.rows, tables.viewLocales.rows).flatMap(({ key, ...figures }) =>
        LOCALES.filter((locale) => locale === key).map((locale) => ({ locale, ...figures })),
      ),
      byColor: tables.colors.rows.map(({ dimensions, metrics }) => ({
        color: dimensions.PRODUCT_COLOR as ProductColor | null,
        ...viewFigures(PreordersByColorRecord, metrics),
      })),
      byRegion: tables.regions.rows.map(({ dimensions, metrics }) => ({
        region: dimensions.REGION,
        ...viewFigures(PreordersByRegionRecord, metrics),
      })),
      capacity: { ...capacity, remaining: remainingOf(capacity.capacity, capacity.reserved) },
      revenue: tables.revenue.rows.map(({ dimensions, metrics }) => ({
        currency: dimensions.CURRENCY ?? '',
        ...viewFigures(PreorderRevenueRecord, metrics),
      })),
    };
  },
});
