import { compileFilter } from '../list-filter.ts';
import { ListQueryError } from '../list-values.ts';
import { allOf, joinSql, type SqlFragment, type SqlQuery, sql, toQuery, trustedSql } from '../sql.ts';
import { bucketOf, bucketsIn } from './buckets.ts';
import type { Dataset, Metric, MetricType } from './dataset.ts';
import { type AnalyticsQuery, GRAINS, type TimeRange } from './query.ts';

const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 10_000;

/** A column of the compiled statement. `name` is its name there, `key` that of the metric or dimension. */
export interface AnalyticsColumn {
  readonly name: string;
  readonly kind: 'TIME' | 'DIMENSION' | 'METRIC' | 'COMPARISON';
  readonly key: string;
  readonly type: MetricType | 'DATETIME' | 'STRING';
}

/** A SELECT, usable as part of a larger one, that returns one row more than `limit` if there are more. */
export interface CompiledAnalytics extends SqlQuery {
  readonly statement: SqlFragment;
  readonly columns: readonly AnalyticsColumn[];
  readonly limit: number;
}

/** The two periods; the second only in comparisons. */
const PERIODS = ['current', 'previous'] as const;
type Period = (typeof PERIODS)[number];

/**
 * Compiles a query to one SELECT: aggregates by period, bucket and dimensions in one pass over the rows of each period,
 * zeros for empty buckets, then both periods in one row. Names are looked up in the data set, values are parameters.
 * @throws ListQueryError naming the part that the data set lacks or does not support
 */
export function compile<M extends string, D extends string>(
  dataset: Dataset<M, D>,
  query: AnalyticsQuery<M, D>,
): CompiledAnalytics {
  const work = check(dataset, query);
  const { dimensions, metrics, periods } = work;
  const limit = limitOf(query);
  const time = query.grain ? [sql`b.starts as "time"`] : [];
  const figures = periods.flatMap((period) =>
    metrics.map(({ metric }, at) => sql`${figure(metric, period)} as ${trustedSql(metricColumn(period, at))}`),
  );
  const buckets = query.grain ? sql` join bucket b on b.period = 'current' and b.ordinal = c.ordinal` : sql``;
  const statement = sql`with ${joinSql([...bucketTable(work), partTable(work), cellTable(work), pivotTable(work)], ', ')}
    select ${joinSql([...time, ...dimensions.map(({ column }) => sql`c.${trustedSql(column)}`), ...figures], ', ')}
      from pivot c${buckets}
     where ${allOf(having(work))}
     ${orderBy(work)}
     limit ${limit + 1}`;
  return { ...toQuery(statement), statement, columns: columnsOf(work), limit };
}

interface Work {
  readonly dataset: Dataset;
  readonly query: AnalyticsQuery;
  readonly metrics: readonly { readonly key: string; readonly metric: Metric }[];
  readonly dimensions: readonly { readonly key: string; readonly column: string; readonly sql: SqlFragment }[];
  /** The aggregates that the query uses, in the data set's order. */
  readonly aggregates: readonly string[];
  readonly periods: readonly Period[];
}

function check(dataset: Dataset, query: AnalyticsQuery): Work {
  const { metrics, dimensions = [], having: conditions = [], orderBy: order = [], range, compareTo, grain } = query;
  if (metrics.length === 0) throw new ListQueryError('metrics', 'must not be empty');
  for (const [part, names] of Object.entries({ metrics, dimensions })) {
    if (new Set<string>(names).size < names.length) throw new ListQueryError(part, 'must not contain duplicates');
  }
  if (grain && !GRAINS.includes(grain)) throw new ListQueryError('grain', `must be one of ${GRAINS.join(', ')}`);
  if (grain && !range) throw new ListQueryError('grain', 'needs a range');
  if (compareTo && !range) throw new ListQueryError('compareTo', 'needs a range');
  if (range && !dataset.time) throw new ListQueryError('range', 'is not known to this data set');
  for (const [part, period] of Object.entries({ range, compareTo })) {
    if (period && !(period.from < period.to)) throw new ListQueryError(part, 'must end after it begins');
  }
  const metricKeys = [
    ...metrics,
    ...conditions.map(({ metric }) => metric),
    ...order.flatMap(({ metric }) => metric ?? []),
  ];
  const used = metricKeys.map((key) => metricOf(dataset, key));
  if (used.some(({ money }) => money) && query.currency === undefined && !dimensions.includes('CURRENCY')) {
    throw new ListQueryError('currency', 'is needed for money, or the dimension CURRENCY');
  }
  if (query.currency !== undefined && !dataset.currency) {
    throw new ListQueryError('currency', 'is not known to this data set');
  }
  const wanted = new Set(used.flatMap(({ of }) => of));
  return {
    dataset,
    query,
    metrics: metrics.map((key) => ({ key, metric: metricOf(dataset, key) })),
    dimensions: dimensions.map((key, at) => ({ key, column: `d${at}`, sql: dimensionOf(dataset, query, key) })),
    aggregates: Object.keys(dataset.aggregates).filter((name) => wanted.has(name)),
    periods: compareTo ? PERIODS : ['current'],
  };
}

function metricOf(dataset: Dataset, key: string): Metric {
  const metric = Object.hasOwn(dataset.metrics, key) ? dataset.metrics[key] : undefined;
  if (!metric) throw new ListQueryError('metrics', `must be of ${Object.keys(dataset.metrics).join(', ')}`);
  return metric;
}

function dimensionOf(dataset: Dataset, query: AnalyticsQuery, key: string): SqlFragment {
  const expression = Object.hasOwn(dataset.dimensions, key) ? dataset.dimensions[key] : undefined;
  if (!expression) throw new ListQueryError('dimensions', `must be of ${Object.keys(dataset.dimensions).join(', ')}`);
  return filledIn(expression, query);
}

function limitOf({ limit = DEFAULT_LIMIT }: AnalyticsQuery): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new ListQueryError('limit', `must be from 1 to ${MAX_LIMIT}`);
}

/** The numbered buckets of each period, so that those of both periods can be paired. */
function bucketTable({ query, periods }: Work): SqlFragment[] {
  const { grain, timeZone } = query;
  if (!grain) return [];
  const parts = periods.flatMap((period) => {
    const range = rangeOf(query, period);
    if (!range) return [];
    return sql`select '${trustedSql(period)}' as period, row_number() over (order by starts) as ordinal, starts
        from (${bucketsIn(grain, range, timeZone)}) as series`;
  });
  return [sql`bucket as (${joinSql(parts, ' union all ')})`];
}

/** The one pass over the data: aggregates by period, bucket and dimensions. */
function partTable(work: Work): SqlFragment {
  const { dataset, query, dimensions, aggregates, periods } = work;
  const parts = periods.map((period) => {
    const starts =
      query.grain && dataset.time
        ? [sql`${bucketOf(query.grain, filledIn(dataset.time, query), query.timeZone)} as starts`]
        : [];
    const keys = [...starts, ...dimensions.map(({ column, sql: value }) => sql`${value} as ${trustedSql(column)}`)];
    const values = aggregates.map(
      (name) => sql`${filledIn(dataset.aggregates[name] ?? '', query)} as ${trustedSql(name)}`,
    );
    // By position: PostgreSQL does not treat two parameters with the same value as the same expression.
    const grouping = keys.length > 0 ? sql` group by ${trustedSql(keys.map((_, at) => at + 2).join(', '))}` : sql``;
    return sql`select '${trustedSql(period)}' as period, ${joinSql([...keys, ...values], ', ')}
        from ${filledIn(dataset.from, query)}
       where ${allOf(conditionsOf(work, period))}${grouping}`;
  });
  return sql`part as (${joinSql(parts, ' union all ')})`;
}

function conditionsOf({ dataset, query }: Work, period: Period): SqlFragment[] {
  const { filter, currency, now } = query;
  const range = rangeOf(query, period);
  const time = dataset.time && filledIn(dataset.time, query);
  return [
    ...(dataset.where ? [filledIn(dataset.where, query)] : []),
    ...(range && time ? [sql`${time} >= ${range.from} and ${time} < ${range.to}`] : []),
    ...(currency !== undefined && dataset.currency ? [sql`${trustedSql(dataset.currency)} = ${currency}`] : []),
    ...(filter ? [compileFilter(dataset.fields, filter, now)] : []),
  ];
}

/** Assigns each part to its bucket, with an empty cell for every bucket without one. */
function cellTable({ query, dimensions, aggregates }: Work): SqlFragment {
  const columns = dimensions.map(({ column }) => trustedSql(column));
  const values = aggregates.map(trustedSql);
  if (!query.grain) return sql`cell as (select ${joinSql([sql`period`, ...columns, ...values], ', ')} from part)`;
  const parts = sql`select p.period, b.ordinal, ${joinSql(
    [...columns, ...values].map((column) => sql`p.${column}`),
    ', ',
  )}
      from part p join bucket b on b.period = p.period and b.starts = p.starts`;
  if (query.fill === false) return sql`cell as (${parts})`;
  const keys = columns.length > 0 ? sql` cross join (select distinct ${joinSql(columns, ', ')} from part) as k` : sql``;
  const zeros = values.map(() => sql`0`);
  const empty = sql`select b.period, b.ordinal, ${joinSql([...columns.map((column) => sql`k.${column}`), ...zeros], ', ')}
      from bucket b${keys} where b.period = 'current'`;
  return sql`cell as (${parts} union all ${empty})`;
}

/** Puts both periods in one row. A cell has one value and possibly an empty one, so the greatest is the value. */
function pivotTable({ query, dimensions, aggregates, periods }: Work): SqlFragment {
  const keys = [...(query.grain ? ['ordinal'] : []), ...dimensions.map(({ column }) => column)];
  const values = periods.flatMap((period) =>
    aggregates.map((name) => `coalesce(max(${name}) filter (where period = '${period}'), 0) as ${name}_${period}`),
  );
  const grouping = keys.length > 0 ? ` group by ${keys.join(', ')}` : '';
  return trustedSql(`pivot as (select ${[...keys, ...values].join(', ')} from cell${grouping})`);
}

function figure({ of, sql: text = `{${of[0]}}` }: Metric, period: Period): SqlFragment {
  return trustedSql(`(${text.replace(/\{(\w+)\}/g, (_, name: string) => `c.${name}_${period}`)})`);
}

function having({ dataset, query }: Work): SqlFragment[] {
  return (query.having ?? []).flatMap(({ metric, gte, lt }) => {
    const value = figure(metricOf(dataset, metric), 'current');
    return [
      ...(gte === undefined ? [] : [sql`${value} >= ${gte}::double precision`]),
      ...(lt === undefined ? [] : [sql`${value} < ${lt}::double precision`]),
    ];
  });
}

function orderBy({ dataset, query, dimensions }: Work): SqlFragment {
  const requestedOrder = (query.orderBy ?? []).map(({ metric, dimension, time, direction }) => {
    const way = trustedSql(direction === 'DESC' ? 'desc nulls last' : 'asc nulls last');
    if (metric !== undefined) return sql`${figure(metricOf(dataset, metric), 'current')} ${way}`;
    const column = dimensions.find(({ key }) => key === dimension)?.column;
    if (column) return sql`c.${trustedSql(column)} ${way}`;
    if (time && query.grain) return sql`c.ordinal ${way}`;
    throw new ListQueryError('orderBy', 'must name a metric, a dimension of the query, or time where there is a grain');
  });
  const ties = [...(query.grain ? ['ordinal'] : []), ...dimensions.map(({ column }) => column)];
  const order = [...requestedOrder, ...ties.map((column) => trustedSql(`c.${column} nulls last`))];
  return order.length > 0 ? sql`order by ${joinSql(order, ', ')}` : sql``;
}

function columnsOf({ query, dimensions, metrics, periods }: Work): AnalyticsColumn[] {
  const kinds = { current: 'METRIC', previous: 'COMPARISON' } as const;
  return [
    ...(query.grain ? [{ name: 'time', kind: 'TIME', key: query.grain, type: 'DATETIME' } as const] : []),
    ...dimensions.map(({ key, column }) => ({ name: column, kind: 'DIMENSION', key, type: 'STRING' }) as const),
    ...periods.flatMap((period) =>
      metrics.map(({ key, metric }, at) => ({
        name: metricColumn(period, at),
        kind: kinds[period],
        key,
        type: metric.type,
      })),
    ),
  ];
}

function metricColumn(period: Period, at: number): string {
  return `${period === 'current' ? 'm' : 'c'}${at}`;
}

function rangeOf(query: AnalyticsQuery, period: Period): TimeRange | undefined {
  return period === 'current' ? query.range : query.compareTo;
}

/** Replaces `{now}` and `{zone}` in a data set's SQL by parameters. */
function filledIn(text: string, { now, timeZone }: AnalyticsQuery): SqlFragment {
  const pieces = text.split(/(\{now\}|\{zone\})/).map((piece) => {
    if (piece === '{now}') return sql`${now}::timestamptz`;
    return piece === '{zone}' ? sql`${timeZone}::text` : trustedSql(piece);
  });
  return joinSql(pieces, '');
}
