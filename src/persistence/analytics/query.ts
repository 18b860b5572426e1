import type { FilterNode } from '../lists/list-filter.ts';

export const GRAINS = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const;
export type Grain = (typeof GRAINS)[number];

/** From `from`, up to but not including `to`. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** How far a range lies after another one: in months or days of the calendar, or in milliseconds. */
export type Shift = { readonly months: number } | { readonly days: number } | { readonly ms: number };

/** The range that a range is compared with. */
export interface ComparedRange extends TimeRange {
  /** How far before the range it lies; default the time between their beginnings. */
  readonly shift?: Shift;
}

/** A condition on a metric; null satisfies none. */
export interface MetricPredicate<M extends string> {
  readonly metric: M;
  readonly gte?: number;
  readonly gt?: number;
  readonly lte?: number;
  readonly lt?: number;
  /** The bounds are multiples of what the metric is of all rows, or of its mean over the rows of the answer. */
  readonly relativeTo?: 'TOTAL' | 'AVERAGE';
}

/** Only the combinations of dimensions that come first by a metric, over the whole range. */
export interface TopGroups<M extends string> {
  readonly count: number;
  readonly by: M;
  readonly direction: 'ASC' | 'DESC';
  /** Whether all others are one more row, whose dimensions are null. */
  readonly rest: boolean;
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
  /** The name of the timestamp that is counted by; default the data set's own. */
  readonly time?: string;
  /** Adds the metrics of this range to each row, of the bucket that meets its own by the calendar. */
  readonly compareTo?: ComparedRange;
  /** A name of model/time-zones.ts. */
  readonly timeZone: string;
  /** Only rows of this currency. Money requires it, `money` or the dimension CURRENCY, so that no sum mixes currencies. */
  readonly currency?: string;
  /** Money is in the default currency of the business settings, and all other metrics count rows of every currency. Not together with `currency`. */
  readonly money?: true;
  /** Checked at compilation: fields of the data set with their operators. */
  readonly filter?: FilterNode;
  /** Only rows in which a search of their list finds the text; not empty. */
  readonly search?: string;
  /** Of rows; with `top`, of the combinations that it chooses from. */
  readonly having?: readonly MetricPredicate<M>[];
  readonly top?: TopGroups<M>;
  /** Metrics that each row also has from the first bucket up to its own; needs a grain, and metrics of sums. */
  readonly cumulative?: readonly M[];
  /** Default: by time, then by the metric of `top`, then by the dimensions, which also break ties. */
  readonly orderBy?: readonly AnalyticsOrder<M, D>[];
  /** Includes empty buckets; default true. */
  readonly fill?: boolean;
  /** Maximum rows (default 500); `truncated` reports that there were more. Null for all, as exports read them. */
  readonly limit?: number | null;
  /** The reference time of `withinLast` in filters and of what data sets derive from the time (`asked.ts`). */
  readonly now: Date;
}
