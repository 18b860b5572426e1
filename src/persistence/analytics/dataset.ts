import type { ListField } from '../list-values.ts';

/** What a metric counts in. A RATIO is null where there is nothing to divide by; so is a mean of money. */
export type MetricType = 'INTEGER' | 'MONEY' | 'RATIO';

/** A figure, made of aggregates so that it is right for a bucket, a row and the total alike. */
export interface Metric {
  readonly type: MetricType;
  /** Made of money: it holds for one currency at a time. */
  readonly money?: true;
  /** Names of the data set's aggregates. */
  readonly of: readonly string[];
  /** SQL over those aggregates; `{name}` stands for one. Without it the metric is its only aggregate. */
  readonly sql?: string;
}

/**
 * What can be asked of one kind of data: an allow-list. All SQL in it is ours; a query only picks names out of it.
 * @typeParam M names of the metrics
 * @typeParam D names of the dimensions
 */
export interface Dataset<M extends string = string, D extends string = string> {
  /**
   * Joins are left joins on a unique key, which PostgreSQL leaves out where nothing is asked of them. `{now}` and
   * `{zone}` stand for the time of the query and its time zone, here and in every expression below.
   */
  readonly from: string;
  /** What every row must be to count at all. */
  readonly where?: string;
  /** The moment a row is counted at (timestamptz, never null). Without it there are no ranges: it is counted as it is now. */
  readonly time?: string;
  /** The currency of a row's money. */
  readonly currency?: string;
  /** Aggregates, bigint, zero or more: a bucket without rows has zero. */
  readonly aggregates: Readonly<Record<string, string>>;
  readonly metrics: Readonly<Record<M, Metric>>;
  /** Text, null where a row has none. */
  readonly dimensions: Readonly<Record<D, string>>;
  /** What filters may name. */
  readonly fields: Readonly<Record<string, ListField>>;
}

/** Declares a data set; the names of its metrics and dimensions become types. */
export function defineDataset<M extends string, D extends string>(dataset: Dataset<M, D>): Dataset<M, D> {
  return dataset;
}
