import type { FilterNode } from '../list-filter.ts';

export const GRAINS = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const;
export type Grain = (typeof GRAINS)[number];

/** From `from`, up to but not including `to`. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** A condition on a metric; null satisfies none. */
export interface MetricPredicate<M extends string> {
  readonly metric: M;
  readonly gte?: number;
  readonly lt?: number;
}

/** The sort key of rows: exactly one of the three. */
export interface AnalyticsOrder<M extends string, D extends string> {
  readonly metric?: M;
  readonly dimension?: D;
  readonly time?: true;
  readonly direction: 'ASC' | 'DESC';
}

/** A query on a data set: one row for each bucket of time and each combination of the dimensions' values. */
export interface AnalyticsQuery<M extends string = string, D extends string = string> {
  readonly metrics: readonly M[];
  readonly dimensions?: readonly D[];
  /** The size of the buckets, aligned to `timeZone`; requires a range. */
  readonly grain?: Grain;
  readonly range?: TimeRange;
  /** Adds the metrics of this range to each row, paired from the first bucket on. */
  readonly compareTo?: TimeRange;
  /** IANA name. */
  readonly timeZone: string;
  /** Only rows of this currency. Money requires it or the dimension CURRENCY, so that no sum mixes currencies. */
  readonly currency?: string;
  /** Checked at compilation: fields of the data set with their operators. */
  readonly filter?: FilterNode;
  readonly having?: readonly MetricPredicate<M>[];
  /** Default: by time, then by the dimensions, which also break ties. */
  readonly orderBy?: readonly AnalyticsOrder<M, D>[];
  /** Includes empty buckets; default true. */
  readonly fill?: boolean;
  /** Maximum rows (default 500); `truncated` reports that there were more. */
  readonly limit?: number;
  /** The reference time of `withinLast` in filters and of `{now}` in data sets. */
  readonly now: Date;
}
