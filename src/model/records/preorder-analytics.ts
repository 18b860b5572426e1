import { LOCALES, PREORDER_STATUSES, PRODUCT_COLORS } from '../enums.ts';
import { answer, integer, money, number, oneOf, part, parts, text, time, type View } from '../record.ts';
import { BY_STATUS, statusCount } from './status-count.ts';

const counts = {
  preorders: integer('Preorders, cancelled ones too.'),
  quantity: integer('Devices in them.'),
};

/** Visits are not linked to preorders. */
const conversion = {
  uniqueViews: integer('Visitors, each once a business day.'),
  ...counts,
  conversion: number('Preorders by unique views; null without views.').nullable(),
};

export const PreorderStatusCountRecord = statusCount('PreorderStatus', PREORDER_STATUSES, 'preorders');

const PreorderFunnelRecord = answer('PreorderFunnel', 'From visits of the preorder page to preorders.', {
  ...conversion,
  byStatus: parts(PreorderStatusCountRecord, BY_STATUS),
});

const PreordersBySourceRecord = answer('PreordersBySource', 'Visits and preorders of one campaign source.', {
  source: text('The `utm_source`; null for visits and preorders without one.').nullable(),
  ...conversion,
});

const PreordersByLocaleRecord = answer('PreordersByLocale', 'Visits and preorders in one language.', {
  locale: oneOf('Locale', LOCALES, 'The language.'),
  ...conversion,
});

export const PreordersByColorRecord = answer('PreordersByColor', 'Preorders of one color.', {
  color: oneOf('ProductColor', PRODUCT_COLORS, 'The color; null when none was chosen.').nullable(),
  ...counts,
});

export const PreordersByRegionRecord = answer('PreordersByRegion', 'Preorders of one region.', {
  region: text('The region; null when it is not known.').nullable(),
  ...counts,
});

export const PreorderCapacityRecord = answer('PreorderCapacity', 'How many devices can still be preordered.', {
  capacity: integer('Null: no limit.').nullable(),
  reserved: integer('The devices of all preorders that are neither cancelled nor deleted.'),
  remaining: integer('The remaining capacity; null: no limit.').nullable(),
});

export const PreorderRevenueRecord = answer('PreorderRevenue', 'The revenue of preorders in one currency.', {
  currency: text('The currency of both amounts.'),
  expected: money('Of preorders that are neither fulfilled nor cancelled.'),
  fulfilled: money('Of fulfilled preorders, in whole currency units.'),
});

export const PreorderAnalyticsRecord = answer('PreorderAnalytics', 'The number of preorders that are not deleted.', {
  generatedAt: time('When the figures were read.'),
  funnel: part(PreorderFunnelRecord, 'All visits and preorders.'),
  bySource: parts(PreordersBySourceRecord, 'Most preorders first.'),
  byLocale: parts(PreordersByLocaleRecord, 'Most preorders first.'),
  byColor: parts(PreordersByColorRecord, 'Most preorders first.'),
  byRegion: parts(PreordersByRegionRecord, 'At most 100, most preorders first.'),
  capacity: part(PreorderCapacityRecord, 'How many devices can still be preordered.'),
  revenue: parts(PreorderRevenueRecord, 'One entry for each currency.'),
});

export type PreorderAnalyticsView = View<typeof PreorderAnalyticsRecord>;
