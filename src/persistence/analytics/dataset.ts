import type { ListField } from '../list-values.ts';

/** The type of a metric. A RATIO, like a mean of money, is null if its divisor is zero. */
export type MetricType = 'INTEGER' | 'MONEY' | 'RATIO';

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

/**
 * The allow-list of queries on one kind of data. It contains all SQL; a query only selects names from it.
 * @typeParam M names of the metrics
 * @typeParam D names of the dimensions
 */
export interface Dataset<M extends string = string, D extends string = string> {
  /**
   * Joins are left joins on a unique key, which PostgreSQL removes if none of their columns is used. `{now}` and
   * `{zone}` are the time and the time zone of the query, here and in every expression below.
   */
  readonly from: string;
  /** The condition of all counted rows. */
  readonly where?: string;
  /**
   * The timestamp of a row (timestamptz, never null). Without it, there are no ranges: the current state is counted.
   */
  readonly time?: string;
  /** The currency of a row's money. */
  readonly currency?: string;
  /** Aggregates, bigint, zero or more: a bucket without rows has zero. */
  readonly aggregates: Readonly<Record<string, string>>;
  readonly metrics: Readonly<Record<M, Metric>>;
  /** Text; null for a row without a value. */
  readonly dimensions: Readonly<Record<D, string>>;
  /** The fields that filters may use. */
  readonly fields: Readonly<Record<string, ListField>>;
}

/** Declares a data set; the names of its metrics and dimensions become types. */
export function defineDataset<M extends string, D extends string>(dataset: Dataset<M, D>): Dataset<M, D> {
  return dataset;
}
