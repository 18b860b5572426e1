import { constantName } from '../../model/enums.ts';
import type { FilterEdge } from '../lists/list-filter.ts';
import type { ListField } from '../lists/list-values.ts';
import type { SqlFragment, Tables } from '../sql/sql.ts';
import type { Aggregate, Sum } from './aggregates.ts';
import type { Formula } from './formula.ts';
import type { AnalyticsQuery } from './query.ts';
import type { Series } from './series.ts';

/** The name of what a question defines, among those of the data set. */
export const ownName = (name: string) => `@${name}`;

/** A name of a data set as callers write it. */
export function shownName(name: string): string {
  return name.startsWith(ownName('')) ? name.slice(1) : constantName(name);
}

/** The type of a metric. A RATIO, like a mean of money, is null if its divisor is zero. */
export type MetricType = 'INTEGER' | 'MONEY' | 'RATIO' | 'NUMBER';

/** A metric, computed from aggregates, so that it is correct for a bucket, a row and the total. */
export interface Metric {
  readonly type: MetricType;
  /** An amount of money, valid for one currency at a time. */
  readonly money?: true;
  /** How it follows from the data set's aggregates. */
  readonly is: Formula;
}

export interface Dimension {
  /** Text, or a uuid where there is a `title`; null for a row without a value. */
  readonly sql: SqlFragment;
  /** The text that people know a value by, where it is an id. @param value SQL of the text of the value */
  readonly title?: (value: SqlFragment) => SqlFragment;
  /** Whether its values are words that people typed, which are sorted as names are in lists; others are sorted by code point. */
  readonly isTyped?: true;
  /** Whether its values are of the type numeric, and sorted as such. */
  readonly isNumber?: true;
}

/** A number of each row. */
export interface RowNumber {
  readonly type: MetricType;
  readonly sql: SqlFragment;
  /** An amount of money, in the currency of the row. */
  readonly money?: true;
  readonly unit?: string;
  /** Whether it can be less than zero. */
  readonly isSigned?: true;
  /**
   * The least that it can be, which many rows have. What equals it is looked for as what is at most that: of a computed number PostgreSQL expects one row in two hundred
   * to equal something, and one in three to be at most something.
   */
  readonly least?: number;
  /** What every row that has it matches: where it is compared, the other rows are left out before they are joined to it. */
  readonly within?: SqlFragment;
}

/** A time of each row. */
export interface Moment {
  /** A timestamp, or a day of the business (date). */
  readonly sql: SqlFragment;
  readonly isDay?: true;
}

/** What is counted: rows with a time, and what they are counted by. Joins are left out where nothing needs them. SQL may name what `asked.ts` has. */
export interface FactSource extends Tables {
  /** The condition of all counted rows. */
  readonly where?: SqlFragment | undefined;
  /** The timestamp of a row (timestamptz). Without it, there are no ranges: the current state is counted. */
  readonly time?: SqlFragment;
  /**
   * Its times are days of the business (date). A day counts in the range and the bucket that have the same day, whatever the time zone of
   * the query: it cannot be cut again.
   */
  readonly days?: {
    /** A timestamp of the row, less than a day from the beginning of that day in UTC, by which rows are found. */
    readonly near?: SqlFragment;
  };
  /** The currency of a row's money. */
  readonly currency?: SqlFragment;
  readonly aggregates: Readonly<Record<string, Aggregate>>;
  /** How many rows of the data set there are, where one row stands for several: a group of none is no group. */
  readonly rows?: Sum;
  readonly dimensions: Readonly<Record<string, Dimension>>;
  /** The fields that filters may use, and the edges that they may have conditions across. */
  readonly fields: Readonly<Record<string, ListField>>;
  readonly edges?: Readonly<Record<string, FilterEdge>>;
  /** The condition of the rows in which a search finds a text, as the list of the records finds it. */
  readonly found?: (text: string) => SqlFragment;
}

/** The rows of a data set, aggregated already by some of its dimensions. Its aggregates have the same names. */
export interface Rollup extends FactSource {
  readonly rows: Sum;
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
  readonly times?: Readonly<Record<string, SqlFragment>>;
  /** The same rows in the default currency, which metrics of money are read from (money-apart.ts). */
  readonly money?: Dataset;
  /** What measures and dimensions of questions can be made of. */
  readonly numbers?: Readonly<Record<string, RowNumber>>;
  readonly moments?: Readonly<Record<string, Moment>>;
  /** The rows that measures of questions count unless they ask for all; default all of them. */
  readonly counted?: SqlFragment;
  /** Other rows that some metrics count, such as the visits before orders; they have a part of the dimensions and fields. */
  readonly further?: FactSource;
}

/** Declares a data set; the names of its metrics and dimensions become types. */
export function defineDataset<M extends string, D extends string>(dataset: Dataset<M, D>): Dataset<M, D> {
  return dataset;
}
