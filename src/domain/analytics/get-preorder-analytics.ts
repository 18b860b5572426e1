import { LOCALES, PREORDER_STATUSES, type ProductColor } from '../../model/enums.ts';
import {
  type PreorderAnalyticsView,
  PreorderRevenueRecord,
  PreordersByColorRecord,
  PreordersByRegionRecord,
} from '../../model/records/preorder-analytics.ts';
import { findCapacity } from '../../persistence/analytics/facts.ts';
import { metricsOf, viewFigures } from '../../persistence/analytics/figures.ts';
import { preorderDataset, preorderViewDataset } from '../../persistence/analytics/preorder-datasets.ts';
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
  input: NoInput,
  async handle({ now, settings, runtime }): Promise<PreorderAnalyticsView> {
    const asked = { timeZone: settings.businessTimeZone, now };
    const most = {
      ...asked,
      metrics: COUNTS,
      orderBy: [{ metric: 'preorders', direction: 'DESC' }],
      limit: MAX_ROWS,
    } as const;
    const views = {
      ...asked,
      metrics: ['uniqueViews'],
      orderBy: [{ metric: 'uniqueViews', direction: 'DESC' }],
      limit: MAX_ROWS,
    } as const;
    const { found, capacity } = await runtime.analytics.read(async (db) => ({
      capacity: await findCapacity(db),
      found: await readTables(db, {
        statuses: ask(preorderDataset, { ...asked, metrics: COUNTS, dimensions: ['STATUS'] }),
        sources: ask(preorderDataset, { ...most, dimensions: ['UTM_SOURCE'] }),
        locales: ask(preorderDataset, { ...most, dimensions: ['LOCALE'] }),
        colors: ask(preorderDataset, { ...most, dimensions: ['PRODUCT_COLOR'] }),
        regions: ask(preorderDataset, { ...most, dimensions: ['REGION'] }),
        viewSources: ask(preorderViewDataset, { ...views, dimensions: ['UTM_SOURCE'] }),
        viewLocales: ask(preorderViewDataset, { ...views, dimensions: ['LOCALE'] }),
        revenue: ask(preorderDataset, {
          ...asked,
          metrics: metricsOf(PreorderRevenueRecord),
          dimensions: ['CURRENCY'],
        }),
      }),
    }));
    // Every view has one locale, so the counts by locale add up to the total.
    const uniqueViews = sumOf(found.viewLocales.rows, 'uniqueViews');
    const preorders = sumOf(found.statuses.rows, 'preorders');
    return {
      generatedAt: now,
      funnel: {
        uniqueViews,
        preorders,
        quantity: sumOf(found.statuses.rows, 'quantity'),
        conversion: conversionOf(preorders, uniqueViews),
        byStatus: statusCounts(PREORDER_STATUSES, found.statuses.rows, 'preorders'),
      },
      bySource: conversionsBy('UTM_SOURCE', found.sources.rows, found.viewSources.rows).map(({ key, ...figures }) => ({
        source: key,
        ...figures,
      })),
      byLocale: conversionsBy('LOCALE', found.locales.rows, found.viewLocales.rows).flatMap(({ key, ...figures }) =>
        LOCALES.filter((locale) => locale === key).map((locale) => ({ locale, ...figures })),
      ),
      byColor: found.colors.rows.map(({ dimensions, metrics }) => ({
        color: dimensions.PRODUCT_COLOR as ProductColor | null,
        ...viewFigures(PreordersByColorRecord, metrics),
      })),
      byRegion: found.regions.rows.map(({ dimensions, metrics }) => ({
        region: dimensions.REGION,
        ...viewFigures(PreordersByRegionRecord, metrics),
      })),
      capacity: { ...capacity, remaining: remainingOf(capacity.capacity, capacity.reserved) },
      revenue: found.revenue.rows.map(({ dimensions, metrics }) => ({
        currency: dimensions.CURRENCY ?? '',
        ...viewFigures(PreorderRevenueRecord, metrics),
      })),
    };
  },
});
