import { type FieldProblem, fieldProblem } from '../../model/field-problems.ts';
import { ListQueryError } from '../lists/list-values.ts';
import type { SqlFragment } from '../sql/sql.ts';
import { type Aggregate, isSum } from './aggregates.ts';
import { MAX_BUCKETS, mostBuckets } from './buckets.ts';
import { type Dataset, type Dimension, type FactSource, type Metric, shownName } from './dataset.ts';
import { aggregatesOf, isLinear, usesTotal, type Windowed, windowedIn } from './formula.ts';
import { withMoneyApart } from './money-apart.ts';
import { type AnalyticsQuery, GRAINS, type TimeRange } from './query.ts';
import { type Series, seriesOf } from './series.ts';
import { isByDefaultTime, isOwn, type Pass, passesFor } from './sources.ts';

const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 10_000;

/** The two periods; the second only in comparisons. */
const PERIODS = ['current', 'previous'] as const;
export type Period = (typeof PERIODS)[number];

/** A query whose names were all found in its data set. */
export interface QueryParts {
  readonly dataset: Dataset;
  readonly query: AnalyticsQuery;
  readonly metrics: readonly { readonly key: string; readonly metric: Metric }[];
  readonly dimensions: readonly (Pick<Dimension, 'title' | 'isTyped' | 'isNumber'> & {
    readonly key: string;
    readonly column: string;
  })[];
  /** What is read, and for which aggregates. */
  readonly passes: readonly Pass[];
  /** What of the metrics that it names is compared with other rows, each once. */
  readonly windowed: readonly Windowed[];
  /** Those of all passes, by name. */
  readonly aggregates: ReadonlyMap<string, Aggregate>;
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
  const { metrics, dimensions = [] } = query;
  checkNames(query);
  checkRange(dataset, query);
  const used = usedIn(query).map((key) => metricOf(dataset, key));
  checkCurrency(dataset, query, used);
  const windowed = [...new Set(used.flatMap(({ is }) => windowedIn(is)))];
  checkWindows(query, windowed);
  const series = seriesOf(query);
  const wanted = new Set(used.flatMap(({ is }) => aggregatesOf(is)));
  const passes = passesFor(dataset, query, wanted, series);
  if (aggregatesIn(passes).size < wanted.size) {
    throw new ListQueryError(fieldProblem('where', 'NOT_WITH_THESE_METRICS'));
  }
  for (const { source } of passes) checkSource(dataset, source, query);
  checkTop(dataset, query);
  checkCumulative(dataset, query);
  return {
    dataset,
    query,
    metrics: metrics.map((key) => ({ key, metric: metricOf(dataset, key) })),
    dimensions: dimensions.map((key, at) => {
      const found = Object.hasOwn(dataset.dimensions, key) ? dataset.dimensions[key] : undefined;
      return { ...found, key, column: `d${at}` };
    }),
    passes,
    windowed,
    aggregates: aggregatesIn(passes),
    periods: query.compareTo ? PERIODS : ['current'],
    series,
    limit: limitOf(query),
  };
}

/** Every metric that a query names, in any member. */
export function usedIn({
  metrics,
  having = [],
  orderBy = [],
  top,
  cumulative = [],
}: Pick<AnalyticsQuery, 'metrics' | 'having' | 'orderBy' | 'top' | 'cumulative'>): readonly string[] {
  return [
    ...metrics,
    ...having.map(({ metric }) => metric),
    ...orderBy.flatMap(({ metric }) => metric ?? []),
    ...(top ? [top.by] : []),
    ...cumulative,
  ];
}

/** The same query without anything that divides the rows: a smaller rollup may have what it asks for. */
export function wholeOf({ query, ...parts }: QueryParts): QueryParts {
  const { grain: _grain, dimensions: _dimensions, top: _top, ...whole } = query;
  const passes = passesFor(parts.dataset, whole, new Set(parts.aggregates.keys()));
  return { ...parts, query: whole, dimensions: [], passes, aggregates: aggregatesIn(passes), series: undefined };
}

/** The same with one more aggregate of each source. */
export function withAggregate(
  parts: QueryParts,
  name: string,
  aggregateOf: (source: FactSource) => Aggregate,
): QueryParts {
  const passes = parts.passes.map((pass) => ({
    ...pass,
    aggregates: new Map([...pass.aggregates, [name, aggregateOf(pass.source)]]),
  }));
  return { ...parts, passes, aggregates: aggregatesIn(passes) };
}

function aggregatesIn(passes: readonly Pass[]): ReadonlyMap<string, Aggregate> {
  return new Map(passes.flatMap(({ aggregates }) => [...aggregates]));
}

/** @throws ListQueryError naming `part` when the data set has no such metric */
export function metricOf(dataset: Dataset, key: string): Metric {
  const metric = Object.hasOwn(dataset.metrics, key) ? dataset.metrics[key] : undefined;
  if (!metric)
    throw new ListQueryError(
      fieldProblem('metrics', 'NOT_IN_ENUM', { values: Object.keys(dataset.metrics).map(shownName) }),
    );
  return metric;
}

/** The SQL of a dimension in one of the sources. */
export function dimensionIn(source: FactSource, key: string): SqlFragment {
  const dimension = Object.hasOwn(source.dimensions, key) ? source.dimensions[key] : undefined;
  if (!dimension)
    throw new ListQueryError(
      fieldProblem('dimensions', 'NOT_IN_ENUM', { values: Object.keys(source.dimensions).map(shownName) }),
    );
  return dimension.sql;
}

/** The timestamp of a source's rows that the query counts by. */
export function timeIn(dataset: Dataset, source: FactSource, query: AnalyticsQuery): SqlFragment | undefined {
  const { times = {} } = dataset;
  return query.time !== undefined && isOwn(dataset, source) ? times[query.time] : source.time;
}

export function rangeOf(query: AnalyticsQuery, period: Period): TimeRange | undefined {
  return period === 'current' ? query.range : query.compareTo;
}

/** Whether the values of a metric for parts add up to that for the whole: sums and their differences. */
export function isAdditive(dataset: Dataset, metric: Metric): boolean {
  return isSummed(dataset, metric) && isLinear(metric.is);
}

/** Whether a metric rests on sums and counts alone, which add up. */
export function isSummed({ aggregates, further, money }: Dataset, { is }: Metric): boolean {
  if (usesTotal(is) || windowedIn(is).length > 0) return false;
  const known = { ...further?.aggregates, ...money?.aggregates, ...aggregates };
  return aggregatesOf(is).every((name) => {
    const aggregate = known[name];
    return aggregate !== undefined && isSum(aggregate);
  });
}

function checkNames({ metrics, dimensions = [], grain, cumulative = [] }: AnalyticsQuery): void {
  if (metrics.length === 0) throw new ListQueryError(fieldProblem('metrics', 'EMPTY'));
  for (const [part, names] of Object.entries({ metrics, dimensions, cumulative })) {
    if (new Set<string>(names).size < names.length) throw new ListQueryError(fieldProblem(part, 'NOT_UNIQUE'));
  }
  if (grain && !GRAINS.includes(grain))
    throw new ListQueryError(fieldProblem('grain', 'NOT_IN_ENUM', { values: GRAINS }));
}

function checkRange(dataset: Dataset, { grain, range, compareTo, time }: AnalyticsQuery): void {
  if (grain && !range) throw new ListQueryError(fieldProblem('grain', 'NEEDS', { other: 'range' }));
  if (compareTo && !range) throw new ListQueryError(fieldProblem('compareTo', 'NEEDS', { other: 'range' }));
  if (range && !dataset.time) throw new ListQueryError(fieldProblem('range', 'NOT_IN_DATA_SET'));
  if (time !== undefined && !Object.hasOwn(dataset.times ?? {}, time)) {
    throw new ListQueryError(fieldProblem('time', 'NOT_IN_DATA_SET'));
  }
  for (const [part, period] of Object.entries({ range, compareTo })) {
    if (period && !(period.from < period.to)) throw new ListQueryError(fieldProblem(part, 'ENDS_FIRST'));
    if (grain && period && mostBuckets(grain, period) > MAX_BUCKETS) {
      throw new ListQueryError(fieldProblem('grain', 'TOO_MANY_PARTS', { maximum: MAX_BUCKETS }));
    }
  }
}

function checkCurrency(
  dataset: Dataset,
  { currency, money: isDefault, dimensions = [] }: AnalyticsQuery,
  used: readonly Metric[],
): void {
  if (used.some(({ money }) => money) && currency === undefined && !isDefault && !dimensions.includes('CURRENCY')) {
    throw new ListQueryError(fieldProblem('currency', 'CURRENCY_REQUIRED'));
  }
  if ((currency !== undefined || isDefault) && !dataset.currency) {
    throw new ListQueryError(fieldProblem('currency', 'NOT_IN_DATA_SET'));
  }
}

function checkSource(dataset: Dataset, source: FactSource, query: AnalyticsQuery): void {
  for (const key of query.dimensions ?? []) dimensionIn(source, key);
  if (!isOwn(dataset, source) && !isByDefaultTime(dataset, query)) {
    throw new ListQueryError(fieldProblem('time', 'NOT_WITH_METRICS'));
  }
}

function checkTop(dataset: Dataset, { top, dimensions = [], having = [] }: AnalyticsQuery): void {
  if (!top) return;
  if (dimensions.length === 0) throw new ListQueryError(fieldProblem('top', 'NEEDS', { other: 'dimension' }));
  if (isWindowed(dataset, top.by)) {
    throw new ListQueryError(fieldProblem('top', 'NOT_BY_MOVING'));
  }
  if (having.some(({ metric, relativeTo }) => relativeTo === 'AVERAGE' || isWindowed(dataset, metric))) {
    throw new ListQueryError(fieldProblem('having', 'NOT_WITH_TOP'));
  }
  if (!Number.isInteger(top.count) || top.count < 1 || top.count > MAX_LIMIT) {
    throw new ListQueryError(inRange('top.count'));
  }
}

function isWindowed(dataset: Dataset, key: string): boolean {
  return windowedIn(metricOf(dataset, key).is).length > 0;
}

function checkWindows({ grain, fill }: AnalyticsQuery, windowed: readonly Windowed[]): void {
  if (windowed.length === 0) return;
  if (!grain || fill === false) throw new ListQueryError(fieldProblem('formulas', 'MOVING_NEEDS'));
}

function checkCumulative(dataset: Dataset, { cumulative = [], grain }: AnalyticsQuery): void {
  if (cumulative.length > 0 && !grain)
    throw new ListQueryError(fieldProblem('cumulative', 'NEEDS', { other: 'grain' }));
  for (const key of cumulative) {
    if (!isSummed(dataset, metricOf(dataset, key))) {
      throw new ListQueryError(fieldProblem('cumulative', 'NOT_SUMMED', { name: shownName(key) }));
    }
  }
}

/** The problem of a number of rows. */
function inRange(path: string): FieldProblem {
  return fieldProblem(path, 'NOT_IN_RANGE', { type: 'integer', minimum: 1, maximum: MAX_LIMIT });
}

function limitOf({ limit = DEFAULT_LIMIT }: AnalyticsQuery): number | null {
  if (limit === null) return null;
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new ListQueryError(inRange('limit'));
}
