import type { FilterNode } from '../list-filter.ts';

export const GRAINS = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const;
export type Grain = (typeof GRAINS)[number];

/** From the first moment up to and without the second. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** A condition on a figure; a figure that is null meets none. */
export interface MetricPredicate<M extends string> {
  readonly metric: M;
  readonly gte?: number;
  readonly lt?: number;
}

/** What rows are ordered by: one of the three. */
export interface AnalyticsOrder<M extends string, D extends string> {
  readonly metric?: M;
  readonly dimension?: D;
  readonly time?: true;
  readonly direction: 'ASC' | 'DESC';
}

/** What is asked of a data set: one row for each bucket of time and each combination of the dimensions' values. */
export interface AnalyticsQuery<M extends string = string, D extends string = string> {
  readonly metrics: readonly M[];
  readonly dimensions?: readonly D[];
  /** Buckets of time, whole on the clocks of `timeZone`; needs a range. */
  readonly grain?: Grain;
  readonly range?: TimeRange;
  /** Figures of this range stand beside each row, its first bucket beside the first. */
  readonly compareTo?: TimeRange;
  /** IANA name. */
  readonly timeZone: string;
  /** Only rows of this currency. Money needs it, or the dimension CURRENCY, so that no sum mixes two. */
  readonly currency?: string;
  /** Checked as it is compiled: fields of the data set with their operators. */
  readonly filter?: FilterNode;
  readonly having?: readonly MetricPredicate<M>[];
  /** By time, then by the dimensions unless told otherwise; these also break ties. */
  readonly orderBy?: readonly AnalyticsOrder<M, D>[];
  /** Whether buckets in which nothing happened are there too; default true. */
  readonly fill?: boolean;
  /** Rows at most (default 500); more are cut off, and the table says so. */
  readonly limit?: number;
  /** What `withinLast` of a filter and "now" of a data set count from. */
  readonly now: Date;
}
