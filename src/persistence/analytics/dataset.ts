import type { FilterEdge } from '../list-filter.ts';
import type { ListField } from '../list-values.ts';

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

/** An aggregate whose values for parts of the rows say nothing of its value for all of them. */
export interface WholeAggregate {
  readonly sql: string;
  /** Its value where there are no rows. */
  readonly empty: 0 | null;
}

/** SQL of an aggregate. A text is a sum or a count: bigint, zero or more, and zero where there are no rows. */
export type Aggregate = string | WholeAggregate;

/** A count of different values. */
export const distinct = (sql: string): Aggregate => ({ sql, empty: 0 });

/** A mean, a percentile or an extreme; null where there are no rows. */
export const whole = (sql: string): Aggregate => ({ sql, empty: null });

export interface Dimension {
  /** Text; null for a row without a value. */
  readonly sql: string;
  /** SQL of the text that people know a value by, where it is an id; `{value}` is the value. */
  readonly title?: string;
}

/** What is counted: rows with a time, and what they are counted by. All of it is SQL of our own. */
export interface FactSource {
  /**
   * Joins are left joins on a unique key, which PostgreSQL removes if none of their columns is used. `{now}` and
   * `{zone}` are the time and the time zone of the query, here and in every expression below.
   */
  readonly from: string;
  /** The condition of all counted rows. */
  readonly where?: string;
  /** The timestamp of a row (timestamptz). Without it, there are no ranges: the current state is counted. */
  readonly time?: string;
  /** The currency of a row's money. */
  readonly currency?: string;
  readonly aggregates: Readonly<Record<string, Aggregate>>;
  readonly dimensions: Readonly<Record<string, Dimension>>;
  /** The fields that filters may use, and the edges that they may have conditions across. */
  readonly fields: Readonly<Record<string, ListField>>;
  readonly edges?: Readonly<Record<string, FilterEdge>>;
}

/**
 * The allow-list of queries on one kind of data. It contains all SQL; a query only selects names from it.
 * @typeParam M names of the metrics
 * @typeParam D names of the dimensions
 */
export interface Dataset<M extends string = string, D extends string = string> extends FactSource {
  readonly metrics: Readonly<Record<M, Metric>>;
  readonly dimensions: Readonly<Record<D, Dimension>>;
  /** Other timestamps that a query can count by, by name. */
  readonly times?: Readonly<Record<string, string>>;
  /** Other rows that some metrics count, such as the visits before orders; they have a part of the dimensions and fields. */
  readonly further?: FactSource;
}

/** Declares a data set; the names of its metrics and dimensions become types. */
export function defineDataset<M extends string, D extends string>(dataset: Dataset<M, D>): Dataset<M, D> {
  return dataset;
}
