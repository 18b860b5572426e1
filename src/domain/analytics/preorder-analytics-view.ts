import type { Locale, PreorderStatus, ProductColor } from '../../model/enums.ts';

/** Views and preorders. A visitor counts once per business day; visits are not linked to orders. */
export interface ConversionView {
  readonly uniqueViews: number;
  readonly preorders: number;
  /** Ordered devices. */
  readonly quantity: number;
  /** Preorders divided by unique views; null without views. */
  readonly conversion: number | null;
}

export interface PreorderStatusCountView {
  readonly status: PreorderStatus;
  readonly count: number;
}

export interface PreorderCapacityView {
  /** Null = unlimited. */
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

/** Preorders, without deleted ones, and visits of the preorder page. */
export interface PreorderAnalyticsView {
  readonly generatedAt: Date;
  readonly funnel: PreorderFunnelView;
  /** By utm_source; null = without one. */
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
