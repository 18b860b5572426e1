import type { PaymentStatus, SalesChannel } from '../../model/enums.ts';
import type { Grain } from '../../persistence/analytics/query.ts';
import type { AnalyticsRow, Figures } from '../../persistence/analytics/read-tables.ts';
import { dateIn, wallTimeIn } from '../kernel/business-time.ts';
import type { SalesRange } from './sales-range.ts';

/** Totals of sales. Money in whole units of one currency. */
export interface SalesFiguresView {
  readonly orders: number;
  readonly units: number;
  /** Before discounts. */
  readonly grossRevenue: number;
  readonly discount: number;
  /** After discounts. */
  readonly revenue: number;
  readonly refunded: number;
  /** After discounts and refunds. */
  readonly netRevenue: number;
}

export interface SalesTotalsView extends SalesFiguresView {
  readonly cancelledOrders: number;
  /** Null without orders. */
  readonly averageOrderValue: number | null;
  /** The refunded share of the revenue; null without revenue. */
  readonly refundRate: number | null;
  readonly customers: number;
}

export interface PreviousTotalsView extends SalesTotalsView {
  readonly from: Date;
  readonly to: Date;
}

export interface SalesBucketView extends SalesFiguresView {
  /** The first day of the bucket in the business time zone; hours have a time and an offset. */
  readonly date: string;
  readonly start: Date;
}

/** The range of the figures: from `from`, up to but not including `to`. */
export interface SalesRangeView {
  readonly preset: SalesRange;
  readonly from: Date;
  readonly to: Date;
  readonly timezone: string;
  readonly currency: string;
  readonly grain: Grain;
}

export interface SalesAnalyticsView {
  readonly range: SalesRangeView;
  readonly generatedAt: Date;
  readonly totals: SalesTotalsView;
  /** The same figures for the preceding range of equal length. */
  readonly previous: PreviousTotalsView;
  /** In chronological order, without gaps. */
  readonly series: readonly SalesBucketView[];
  /** These three list only values with orders, highest revenue first. */
  readonly byChannel: readonly ({ readonly channel: SalesChannel } & SalesFiguresView)[];
  readonly byPaymentStatus: readonly ({ readonly paymentStatus: PaymentStatus } & SalesFiguresView)[];
  readonly byModel: readonly ({ readonly model: string } & SalesFiguresView)[];
}

/** The metrics behind SalesFiguresView. */
export const FIGURES = ['ORDERS', 'UNITS', 'GROSS_REVENUE', 'DISCOUNT', 'REVENUE', 'REFUNDED', 'NET_REVENUE'] as const;
/** The metrics behind SalesTotalsView. */
export const TOTALS = [
  ...FIGURES,
  'CANCELLED_ORDERS',
  'AVERAGE_ORDER_VALUE',
  'REFUND_RATE',
  'DISTINCT_CUSTOMERS',
] as const;

/** The view of figures; an absent row means no sales. */
export function viewFigures(figures: Figures<(typeof FIGURES)[number]> | null | undefined): SalesFiguresView {
  return {
    orders: figures?.ORDERS ?? 0,
    units: figures?.UNITS ?? 0,
    grossRevenue: figures?.GROSS_REVENUE ?? 0,
    discount: figures?.DISCOUNT ?? 0,
    revenue: figures?.REVENUE ?? 0,
    refunded: figures?.REFUNDED ?? 0,
    netRevenue: figures?.NET_REVENUE ?? 0,
  };
}

export function viewTotals(figures: Figures<(typeof TOTALS)[number]> | null | undefined): SalesTotalsView {
  return {
    ...viewFigures(figures),
    cancelledOrders: figures?.CANCELLED_ORDERS ?? 0,
    averageOrderValue: figures?.AVERAGE_ORDER_VALUE ?? null,
    refundRate: figures?.REFUND_RATE ?? null,
    customers: figures?.DISTINCT_CUSTOMERS ?? 0,
  };
}

/** A bucket of the series. A bucket that begins before the range is dated by the range's first day. */
export function viewBucket(
  row: AnalyticsRow<(typeof FIGURES)[number], never>,
  { from, grain, timezone }: SalesRangeView,
): SalesBucketView {
  const begins = row.time ?? from;
  const start = begins < from ? from : begins;
  const date = grain === 'HOUR' ? wallTimeIn(start, timezone) : dateIn(start, timezone);
  return { date, start, ...viewFigures(row.metrics) };
}
