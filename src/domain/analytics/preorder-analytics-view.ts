import type { Locale, PreorderStatus, ProductColor } from '../../model/enums.ts';

/** How far visitors came. A visitor counts once a business day; who of them ordered is not known. */
export interface ConversionView {
  readonly uniqueViews: number;
  readonly preorders: number;
  /** Devices in them. */
  readonly quantity: number;
  /** Preorders by unique views; null without views. */
  readonly conversion: number | null;
}

export interface PreorderStatusCountView {
  readonly status: PreorderStatus;
  readonly count: number;
}

export interface PreorderCapacityView {
  /** Null: no limit. */
  readonly capacity: number | null;
  readonly reserved: number;
  readonly remaining: number | null;
}

export interface PreorderRevenueView {
  readonly currency: string;
  /** Of preorders that are neither fulfilled nor cancelled. */
  readonly expected: number;
  readonly fulfilled: number;
}

/** Preorders that were not deleted, and the visits to their page. */
export interface PreorderAnalyticsView {
  readonly generatedAt: Date;
  readonly funnel: PreorderFunnelView;
  /** By utm_source; null is who came without one. */
  readonly bySource: readonly ({ readonly source: string | null } & ConversionView)[];
  readonly byLocale: readonly ({ readonly locale: Locale } & ConversionView)[];
  readonly byColor: readonly PreorderColorCountView[];
  readonly byRegion: readonly PreorderRegionCountView[];
  readonly capacity: PreorderCapacityView;
  readonly revenue: readonly PreorderRevenueView[];
}

export interface PreorderFunnelView extends ConversionView {
  readonly byStatus: readonly PreorderStatusCountView[];
}

export interface PreorderColorCountView {
  readonly color: ProductColor | null;
  readonly preorders: number;
  readonly quantity: number;
}

export interface PreorderRegionCountView {
  readonly region: string | null;
  readonly preorders: number;
  readonly quantity: number;
}
