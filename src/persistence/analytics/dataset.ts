import type { FilterEdge } from '../lists/list-filter.ts';
import type { ListField } from '../lists/list-values.ts';
import type { AnalyticsQuery } from './query.ts';
import type { Series } from './series.ts';

/** The type of a metric. A RATIO, like a mean of money, is null if its divisor is zero. */
export type MetricType = 'INTEGER' | 'MONEY' | 'RATIO' | 'NUMBER';

/** A metric, computed from aggregates, so that it is correct for a bucket, a row and the total. */
export interface Metric {
  readonly type: MetricType;
  /** An amount of money, valid for one currency at a time. */
  readonly money?: true;
  /** Names of the data set's aggregates. */
  readonly of: readonly string[];
  /** SQL over those aggregates, written `{name}`. If absent, the metric is its only aggregate. */
  readonly sql?: string;
}

/** A number that follows from those of the parts of the rows; null where there are no values. */
export interface MergedAggregate {
  readonly sql: string;
  readonly merge: 'sum' | 'min' | 'max';
}

/** An aggregate whose values for parts of the rows say nothing of its value for all of them: it has to see each value. */
export interface WholeAggregate {
  /** SQL of a row's value; a row where it is null is not counted. */
  readonly value: string;
  /** SQL of the aggregate of these values, written `{value}`. */
  readonly sql: string;
  /** What it is where there are no rows. */
  readonly empty: 0 | null;
}

/**
 * A count of different things, of rows that each say how many they have and when those were there last: only what the bucket
 * and the range have not counted before is added up.
 */
export interface FirstAggregate {
  /** SQL of how many different things a row has. */
  readonly count: string;
  /** SQL of the time (for `days` the day) of the latest row before it with the same things; null for none. */
  readonly previous: string;
  /** The same among the rows with one value of a dimension, by its name. */
  readonly previousWithin?: Readonly<Record<string, string>>;
}

/** SQL of an aggregate. A text is a sum or a count: bigint, zero or more, and zero where there are no rows. */
export type Aggregate = string | MergedAggregate | WholeAggregate | FirstAggregate;

export function isWhole(aggregate: Aggregate): aggregate is WholeAggregate {
  return typeof aggregate !== 'string' && 'value' in aggregate;
}

export function isFirst(aggregate: Aggregate): aggregate is FirstAggregate {
  return typeof aggregate !== 'string' && 'previous' in aggregate;
}

/** Whether the value of an aggregate for all rows follows from those for parts of them. */
export function isMerged(aggregate: Aggregate): aggregate is string | MergedAggregate {
  return typeof aggregate === 'string' || 'merge' in aggregate;
}

/** A count of different values. @param where only of rows that match it */
export function distinct(value: string, where?: string): WholeAggregate {
  return { value: valueWhere(value, where), sql: 'count(distinct {value})', empty: 0 };
}

const MICROSECONDS = { minutes: 60_000_000, hours: 3_600_000_000, days: 86_400_000_000 } as const;

/** The time between two times of a row, of those that match `where`. */
interface Elapsed {
  readonly from: string;
  readonly to: string;
  readonly unit: keyof typeof MICROSECONDS;
  readonly where?: string;
}

/**
 * The time that this fraction of the rows does not exceed, between two of them if it must. It is found among whole
 * microseconds, which PostgreSQL subtracts and sorts faster than decimal numbers, and divided once.
 */
export function percentile(fraction: number, { from, to, unit, where }: Elapsed): WholeAggregate {
  return {
    value: valueWhere(`round(date_part('epoch', ${to} - ${from}) * 1000000)`, where),
    sql: `percentile_cont(${fraction}) within group (order by {value}) / ${MICROSECONDS[unit]}`,
    empty: null,
  };
}

/** A sum of numbers that are not whole. */
export function sumOf(value: string): MergedAggregate {
  return { sql: `sum(${value})`, merge: 'sum' };
}

export function greatest(value: string): MergedAggregate {
  return { sql: `max(${value})`, merge: 'max' };
}

export function least(value: string): MergedAggregate {
  return { sql: `min(${value})`, merge: 'min' };
}

function valueWhere(value: string, where: string | undefined): string {
  return where ? `case when ${where} then ${value} end` : value;
}

export interface Dimension {
  /** Text, or a uuid where there is a `title`; null for a row without a value. */
  readonly sql: string;
  /** SQL of the text that people know a value by, where it is an id; `{value}` is the text of the value. */
  readonly title?: string;
  /** Whether its values are words that people typed, which are sorted as names are in lists; others are sorted by code point. */
  readonly isTyped?: true;
}

/** What is counted: rows with a time, and what they are counted by. All of it is SQL of our own. */
export interface FactSource {
  /**
   * Joins are left joins on a unique key or cross joins of one row, left out where they are not used. `{now}` is the time of the query,
   * `{edgeDays}` are the days of UTC in which its ranges begin or end and `{edgeHours}` their hours, here and in every expression below.
   */
  readonly from: string;
  /** The condition of all counted rows. */
  readonly where?: string;
  /** The timestamp of a row (timestamptz). Without it, there are no ranges: the current state is counted. */
  readonly time?: string;
  /**
   * Its times are days of the business (date). A day counts in the range and the bucket that have the same day, whatever the time zone of
   * the query: it cannot be cut again.
   */
  readonly days?: {
    /** A timestamp of the row, less than a day from the beginning of that day in UTC, by which rows are found. */
    readonly near?: string;
  };
  /** The currency of a row's money. */
  readonly currency?: string;
  readonly aggregates: Readonly<Record<string, Aggregate>>;
  /** SQL of how many rows of the data set there are, where one row stands for several: a group of none is no group. */
  readonly rows?: string;
  readonly dimensions: Readonly<Record<string, Dimension>>;
  /** The fields that filters may use, and the edges that they may have conditions across. */
  readonly fields: Readonly<Record<string, ListField>>;
  readonly edges?: Readonly<Record<string, FilterEdge>>;
}

/** The rows of a data set, aggregated already by some of its dimensions. Its aggregates have the same names. */
export interface Rollup extends FactSource {
  readonly rows: string;
  /** Whether it has what a query asks for that names nothing else than it has; default yes. */
  readonly answers?: (query: AnalyticsQuery, series: Series | undefined) => boolean;
}

/**
 * The allow-list of queries on one kind of data. It contains all SQL; a query only selects names from it.
 * @typeParam M names of the metrics
 * @typeParam D names of the dimensions
 */
export interface Dataset<M extends string = string, D extends string = string> extends FactSource {
  readonly metrics: Readonly<Record<M, Metric>>;
  readonly dimensions: Readonly<Record<D, Dimension>>;
  /** Read instead of the rows where one has all that a query asks for; the first one that has it is. */
  readonly rollups?: readonly Rollup[];
  /** Other timestamps that a query can count by, by name. */
  readonly times?: Readonly<Record<string, string>>;
  /** The same rows in the default currency, which metrics of money are read from (money-apart.ts). */
  readonly money?: Dataset;
  /** Other rows that some metrics count, such as the visits before orders; they have a part of the dimensions and fields. */
  readonly further?: FactSource;
}

/** Declares a data set; the names of its metrics and dimensions become types. */
export function defineDataset<M extends string, D extends string>(dataset: Dataset<M, D>): Dataset<M, D> {
  return dataset;
}
