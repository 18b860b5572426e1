import { ListQueryError } from '../lists/list-values.ts';
import { joinSql, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { MAX_BUCKETS, mostBuckets } from './buckets.ts';
import type { Aggregate, Dataset, Dimension, FactSource, Metric } from './dataset.ts';
import { withMoneyApart } from './money-apart.ts';
import { type AnalyticsQuery, GRAINS, type TimeRange } from './query.ts';
import { sourcesFor } from './rollups.ts';
import { type Series, seriesOf } from './series.ts';

const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The two periods; the second only in comparisons. */
const PERIODS = ['current', 'previous'] as const;
export type Period = (typeof PERIODS)[number];

/** A query whose names were all found in its data set. */
export interface QueryParts {
  readonly dataset: Dataset;
  readonly query: AnalyticsQuery;
  readonly metrics: readonly { readonly key: string; readonly metric: Metric }[];
  readonly dimensions: readonly (Pick<Dimension, 'title' | 'isTyped'> & {
    readonly key: string;
    readonly column: string;
  })[];
  /** The aggregates that the query uses, by name, in the data set's order. */
  readonly aggregates: ReadonlyMap<string, Aggregate>;
  /** What is read for them. */
  readonly sources: readonly FactSource[];
  readonly periods: readonly Period[];
  /** The buckets; undefined without a grain. */
  readonly series: Series | undefined;
  /** Null for all rows. */
  readonly limit: number | null;
}

/**
 * Looks all names up.
 * @throws ListQueryError naming the part that the data set lacks or does not support
 */
export function partsOf(asked: Dataset, query: AnalyticsQuery): QueryParts {
  const dataset = query.money ? withMoneyApart(asked) : asked;
  const { metrics, dimensions = [], having = [], orderBy = [], top, cumulative = [] } = query;
  checkNames(query);
  checkRange(dataset, query);
  const used = [
    ...metrics,
    ...having.map(({ metric }) => metric),
    ...orderBy.flatMap(({ metric }) => metric ?? []),
    ...(top ? [top.by] : []),
    ...cumulative,
  ].map((key) => metricOf(dataset, key));
  checkCurrency(dataset, query, used);
  const wanted = used.flatMap(({ of }) => of);
  const series = seriesOf(query);
  const sources = sourcesFor(dataset, query, wanted, series);
  for (const source of sources) checkSource(dataset, source, query);
  const parts: QueryParts = {
    dataset,
    query,
    metrics: metrics.map((key) => ({ key, metric: metricOf(dataset, key) })),
    dimensions: dimensions.map((key, at) => {
      const found = Object.hasOwn(dataset.dimensions, key) ? dataset.dimensions[key] : undefined;
      return { key, column: `d${at}`, title: found?.title, isTyped: found?.isTyped };
    }),
    aggregates: aggregatesIn(sources, wanted),
    sources,
    periods: query.compareTo ? PERIODS : ['current'],
    series,
    limit: limitOf(query),
  };
  checkTop(parts);
  checkCumulative(parts);
  return parts;
}

/** The same query without anything that divides the rows: a smaller rollup may have what it asks for. */
export function wholeOf({ query, ...parts }: QueryParts): QueryParts {
  const { grain: _grain, dimensions: _dimensions, top: _top, ...whole } = query;
  const names = [...parts.aggregates.keys()];
  const sources = sourcesFor(parts.dataset, whole, names);
  return {
    ...parts,
    query: whole,
    dimensions: [],
    sources,
    series: undefined,
    aggregates: aggregatesIn(sources, names),
  };
}

function aggregatesIn(sources: readonly FactSource[], wanted: readonly string[]): ReadonlyMap<string, Aggregate> {
  // The first source that has one decides.
  const last = sources.toReversed();
  return new Map(
    last.flatMap(({ aggregates }) => Object.entries(aggregates).filter(([name]) => wanted.includes(name))),
  );
}

/** @throws ListQueryError naming `part` when the data set has no such metric */
export function metricOf(dataset: Dataset, key: string): Metric {
  const metric = Object.hasOwn(dataset.metrics, key) ? dataset.metrics[key] : undefined;
  if (!metric) throw new ListQueryError('metrics', `must be of ${Object.keys(dataset.metrics).join(', ')}`);
  return metric;
}

/** The SQL of a dimension in one of the sources. */
export function dimensionIn(source: FactSource, query: AnalyticsQuery, key: string): SqlFragment {
  const dimension = Object.hasOwn(source.dimensions, key) ? source.dimensions[key] : undefined;
  if (!dimension) throw new ListQueryError('dimensions', `must be of ${Object.keys(source.dimensions).join(', ')}`);
  return filledIn(dimension.sql, query);
}

/** The timestamp of a source's rows that the query counts by. */
export function timeIn(dataset: Dataset, source: FactSource, query: AnalyticsQuery): SqlFragment | undefined {
  const { times = {} } = dataset;
  const text = query.time !== undefined && isOwn(dataset, source) ? times[query.time] : source.time;
  return text === undefined ? undefined : filledIn(text, query);
}

export function rangeOf(query: AnalyticsQuery, period: Period): TimeRange | undefined {
  return period === 'current' ? query.range : query.compareTo;
}

/** Whether a source has the rows of the data set themselves. */
function isOwn(dataset: Dataset, source: FactSource): boolean {
  return source === dataset || source === dataset.money;
}

/** Replaces `{now}`, `{edgeDays}` and `{edgeHours}` in a data set's SQL by parameters. */
export function filledIn(text: string, query: AnalyticsQuery): SqlFragment {
  const values: Readonly<Record<string, () => SqlFragment>> = {
    '{now}': () => sql`${query.now}::timestamptz`,
    '{edgeDays}': () => sql`${edgeDaysOf(query)}::timestamptz[]`,
    '{edgeHours}': () => sql`${edgeDaysOf(query).flatMap(hoursOf)}::timestamptz[]`,
  };
  const pieces = text.split(/(\{(?:now|edgeDays|edgeHours)\})/);
  return joinSql(
    pieces.map((piece) => values[piece]?.() ?? trustedSql(piece)),
    '',
  );
}

/** The days of UTC in which the ranges of a query begin or end. */
function edgeDaysOf({ range, compareTo }: AnalyticsQuery): Date[] {
  const edges = [range, compareTo].flatMap((each) => (each ? [each.from, each.to] : []));
  return [...new Set(edges.map((edge) => Math.floor(edge.getTime() / DAY_MS) * DAY_MS))].map((day) => new Date(day));
}

function hoursOf(day: Date): Date[] {
  return Array.from({ length: DAY_MS / HOUR_MS }, (_, hour) => new Date(day.getTime() + hour * HOUR_MS));
}

function checkNames({ metrics, dimensions = [], grain, cumulative = [] }: AnalyticsQuery): void {
  if (metrics.length === 0) throw new ListQueryError('metrics', 'must not be empty');
  for (const [part, names] of Object.entries({ metrics, dimensions, cumulative })) {
    if (new Set<string>(names).size < names.length) throw new ListQueryError(part, 'must not contain duplicates');
  }
  if (grain && !GRAINS.includes(grain)) throw new ListQueryError('grain', `must be one of ${GRAINS.join(', ')}`);
}

function checkRange(dataset: Dataset, { grain, range, compareTo, time }: AnalyticsQuery): void {
  if (grain && !range) throw new ListQueryError('grain', 'needs a range');
  if (compareTo && !range) throw new ListQueryError('compareTo', 'needs a range');
  if (range && !dataset.time) throw new ListQueryError('range', 'is not known to this data set');
  if (time !== undefined && !Object.hasOwn(dataset.times ?? {}, time)) {
    throw new ListQueryError('time', 'is not known to this data set');
  }
  for (const [part, period] of Object.entries({ range, compareTo })) {
    if (period && !(period.from < period.to)) throw new ListQueryError(part, 'must end after it begins');
    if (grain && period && mostBuckets(grain, period) > MAX_BUCKETS) {
      throw new ListQueryError('grain', `must not divide the range into more than ${MAX_BUCKETS} parts`);
    }
  }
}

function checkCurrency(
  dataset: Dataset,
  { currency, money: isDefault, dimensions = [] }: AnalyticsQuery,
  used: readonly Metric[],
): void {
  if (used.some(({ money }) => money) && currency === undefined && !isDefault && !dimensions.includes('CURRENCY')) {
    throw new ListQueryError('currency', 'is needed for money, or the dimension CURRENCY');
  }
  if ((currency !== undefined || isDefault) && !dataset.currency) {
    throw new ListQueryError('currency', 'is not known to this data set');
  }
}

function checkSource(dataset: Dataset, source: FactSource, query: AnalyticsQuery): void {
  for (const key of query.dimensions ?? []) dimensionIn(source, query, key);
  if (isOwn(dataset, source)) return;
  if (query.time !== undefined && dataset.times?.[query.time] !== dataset.time) {
    throw new ListQueryError('time', 'must be left out with these metrics');
  }
}

function checkTop({ query: { top, dimensions = [] } }: QueryParts): void {
  if (!top) return;
  if (dimensions.length === 0) throw new ListQueryError('top', 'needs a dimension');
  if (!Number.isInteger(top.count) || top.count < 1 || top.count > MAX_LIMIT) {
    throw new ListQueryError('top.count', `must be from 1 to ${MAX_LIMIT}`);
  }
}

function checkCumulative({ dataset, query: { cumulative = [], grain } }: QueryParts): void {
  if (cumulative.length > 0 && !grain) throw new ListQueryError('cumulative', 'needs a grain');
  for (const key of cumulative) {
    if (!isSummed(dataset, metricOf(dataset, key))) {
      throw new ListQueryError('cumulative', `cannot contain ${key}, which is no sum of what its parts are`);
    }
  }
}

/** Whether the values of a metric for parts add up to that for the whole: sums and their differences. */
export function isAdditive(dataset: Dataset, metric: Metric): boolean {
  return isSummed(dataset, metric) && /^[{}\w\s+-]*$/.test(metric.sql ?? '');
}

/** Whether a metric rests on sums and counts alone, which add up. */
export function isSummed({ aggregates, further, money }: Dataset, { of }: Metric): boolean {
  const found = (name: string) => aggregates[name] ?? money?.aggregates[name] ?? further?.aggregates[name];
  return of.every((name) => typeof found(name) === 'string');
}

function limitOf({ limit = DEFAULT_LIMIT }: AnalyticsQuery): number | null {
  if (limit === null) return null;
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new ListQueryError('limit', `must be from 1 to ${MAX_LIMIT}`);
}
