import { fieldProblem } from '../../model/field-problems.ts';
import { ListQueryError } from '../lists/list-values.ts';
import { allOf, joinSql, type SqlFragment, type SqlQuery, sql, toQuery, trustedSql } from '../sql/sql.ts';
import { withAsked } from './asked.ts';
import { cellTables, overfilled } from './cells.ts';
import type { Dataset, MetricType } from './dataset.ts';
import { figure, figureOfTotal, finalTable, having, isShown, needsTotal } from './metric-sql.ts';
import { DEFAULT_CURRENCY } from './money-apart.ts';
import type { AnalyticsQuery } from './query.ts';
import { metricOf, type Period, partsOf, type QueryParts } from './query-parts.ts';
import type { Slot } from './series.ts';
import { isRollup } from './sources.ts';
import { joinPlaces, placeIn } from './typed-order.ts';

/** A column of the compiled statement. `name` is its name there, `key` that of the metric or dimension. */
export interface AnalyticsColumn {
  readonly name: string;
  readonly kind: 'TIME' | 'DIMENSION' | 'METRIC' | 'COMPARISON' | 'CUMULATIVE';
  readonly key: string;
  readonly type: MetricType | 'DATETIME' | 'STRING';
}

/** A SELECT, usable as part of a larger one, that returns one row more than `limit` if there are more. */
export interface CompiledAnalytics extends SqlQuery {
  readonly statement: SqlFragment;
  readonly columns: readonly AnalyticsColumn[];
  readonly limit: number | null;
  /** What the numbers of its column `bucket` stand for; empty without a grain. */
  readonly slots: readonly Slot[];
  /** Whether it reads rollups alone. */
  readonly isRolledUp: boolean;
}

/**
 * Compiles a query to one SELECT: aggregates by period, slot and dimensions in one pass over the rows of each period,
 * zeros for empty slots, then both periods in one row. Names are looked up in the data set, values are parameters.
 * @throws ListQueryError naming the part that the data set lacks or does not support
 */
export function compile<M extends string, D extends string>(
  dataset: Dataset<M, D>,
  query: AnalyticsQuery<M, D>,
): CompiledAnalytics {
  const parts = partsOf(dataset, query);
  return compiled(parts, sql`with ${cellTables(parts, needsTotal(parts))} ${rowsOf(parts)}`);
}

/**
 * The same with the totals and the titles of ids, as one row: `rows` (JSON; the titles of `d0` are in `t0`), `totals`,
 * `rowCount` of all rows whatever the limit, the currency of `money` where the query leaves it open, and `overfilled`, which says that the filled series has too many cells.
 */
export function compileTable(dataset: Dataset, query: AnalyticsQuery): CompiledAnalytics {
  const parts = partsOf(dataset, query);
  return compiled(
    parts,
    sql`with ${cellTables(parts, true)}
    select (select coalesce(json_agg(r), '[]') from (${titled(parts, rowsOf(parts))}) as r) as rows,
           (select to_json(r) from (select ${joinSql(totalsOf(parts), ', ')} from total t) as r) as totals,
           (select count(*)::int ${shownIn(parts)}) as "rowCount",
           ${query.money ? DEFAULT_CURRENCY : sql`null`}::text as money,
           ${overfilled(parts)} as overfilled`,
  );
}

function compiled(parts: QueryParts, select: SqlFragment): CompiledAnalytics {
  const { dataset, query, passes, limit, series } = parts;
  const statement = withAsked(select, query);
  return {
    ...toQuery(statement),
    statement,
    columns: columnsOf(parts),
    limit,
    slots: series?.slots ?? [],
    isRolledUp: passes.every(({ source }) => isRollup(dataset, source)),
  };
}

/**
 * The rows as text, for exports: the columns of `compile`, then the titles of ids, `rest` where there is a top, all of them
 * by their names in the statement.
 */
export function compileTexts(
  dataset: Dataset,
  query: AnalyticsQuery,
): SqlQuery & Pick<CompiledAnalytics, 'columns' | 'slots'> & { readonly names: readonly string[] } {
  const parts = partsOf(dataset, query);
  const titles = parts.dimensions.flatMap(({ title }, at) => (title ? [`t${at}`] : []));
  const columns = columnsOf(parts);
  const names = [...columns.map(({ name }) => name), ...titles, ...(query.top ? ['rest'] : [])];
  const texts = names.map((name) => `x.${name}::text`);
  const select = sql`with ${cellTables(parts, needsTotal(parts))}
    select ${trustedSql(texts.join(', '))} from (${titled(parts, rowsOf(parts))}) as x`;
  return { ...compiled(parts, select), names };
}

/** Whether the filled series of a query would have too many cells, as a row `{ overfilled }`. */
export function compileOverfilled(dataset: Dataset, query: AnalyticsQuery): SqlQuery {
  const parts = partsOf(dataset, query);
  return compiled(parts, sql`with ${cellTables(parts, needsTotal(parts))} select ${overfilled(parts)} as overfilled`);
}

/** The rows with the texts that people know their ids by, looked up for those that are shown. */
function titled({ dimensions }: QueryParts, rows: SqlFragment): SqlFragment {
  const titles = dimensions.flatMap(({ column, title }, at) =>
    title ? [sql`${title(trustedSql(`s.${column}`))} as ${trustedSql(`t${at}`)}`] : [],
  );
  return titles.length > 0 ? sql`select s.*, ${joinSql(titles, ', ')} from (${rows}) as s` : rows;
}

function rowsOf(parts: QueryParts): SqlFragment {
  const { query, limit, dimensions } = parts;
  const running = (query.cumulative ?? []).map(
    (key, at) => sql`${figure(parts, key, 'running')} as ${trustedSql(`r${at}`)}`,
  );
  // Grouped and sorted as ids, which is faster than by their texts.
  const keys = dimensions.map(({ column, title, isNumber }) => {
    if (isNumber) return trustedSql(`trim_scale(c.${column})::text as ${column}`);
    return trustedSql(title ? `c.${column}::text as ${column}` : `c.${column}`);
  });
  const columns = [
    ...(query.grain ? [sql`c.ordinal as bucket`] : []),
    ...(query.top ? [sql`c.rest`] : []),
    ...keys,
    ...figuresOf(parts),
    ...running,
  ];
  const isPlaced = dimensions.some(({ isTyped }) => isTyped);
  const from = isPlaced
    ? sql`from (select * ${shownIn(parts)}) c ${joinPlaces(parts, shownIn(parts))}`
    : shownIn(parts);
  return sql`select ${joinSql(columns, ', ')}
      ${from}
     ${orderBy(parts)}${limit === null ? sql`` : sql` limit ${limit + 1}`}`;
}

/** The metrics of each period, over the aggregates of the row `c`. */
function figuresOf(parts: QueryParts, sqlOf: typeof figureOfTotal = figure): SqlFragment[] {
  return parts.periods.flatMap((period) =>
    parts.metrics.map(({ key }, at) => sql`${sqlOf(parts, key, period)} as ${trustedSql(metricColumn(period, at))}`),
  );
}

function totalsOf(parts: QueryParts): SqlFragment[] {
  return figuresOf(parts, figureOfTotal);
}

/** All rows of the answer, from `from` on. With a top, `having` has decided what it chooses from. */
function shownIn(parts: QueryParts): SqlFragment {
  const conditions = [...(parts.query.top ? [] : having(parts, 'current')), ...isShown(parts)];
  return sql`from ${trustedSql(finalTable(parts))} c
     where ${allOf(conditions)}`;
}

function orderBy(parts: QueryParts): SqlFragment {
  const { query, dimensions } = parts;
  const { top } = query;
  const way = (direction: 'ASC' | 'DESC') => trustedSql(direction === 'DESC' ? 'desc nulls last' : 'asc nulls last');
  const time = query.grain ? [sql`c.ordinal`] : [];
  const rest = top ? [sql`c.rest`] : [];
  const requested = (query.orderBy ?? []).flatMap(({ metric, dimension, time: byTime, direction }) => {
    if (metric !== undefined) return [...rest, sql`${figure(parts, metric, 'current')} ${way(direction)}`];
    const shown = dimensions.find(({ key }) => key === dimension);
    if (shown) return [...rest, sql`${placeIn(shown)} ${way(direction)}`];
    if (byTime && query.grain) return [sql`c.ordinal ${way(direction)}`];
    throw new ListQueryError(fieldProblem('orderBy', 'UNKNOWN_ORDER'));
  });
  const byTop = top ? [...time, ...rest, sql`${figure(parts, top.by, 'current')} ${way(top.direction)}`] : [];
  const ties = [...time, ...rest, ...dimensions.map((each) => sql`${placeIn(each)} nulls last`)];
  const order = [...(requested.length > 0 ? requested : byTop), ...ties];
  return order.length > 0 ? sql`order by ${joinSql(order, ', ')}` : sql``;
}

function columnsOf({ dataset, query, dimensions, metrics, periods }: QueryParts): AnalyticsColumn[] {
  const kinds = { current: 'METRIC', previous: 'COMPARISON' } as const;
  return [
    ...(query.grain ? [{ name: 'bucket', kind: 'TIME', key: query.grain, type: 'DATETIME' } as const] : []),
    ...dimensions.map(({ key, column }) => ({ name: column, kind: 'DIMENSION', key, type: 'STRING' }) as const),
    ...periods.flatMap((period) =>
      metrics.map(({ key, metric }, at) => ({
        name: metricColumn(period, at),
        kind: kinds[period],
        key,
        type: metric.type,
      })),
    ),
    ...(query.cumulative ?? []).map(
      (key, at) => ({ name: `r${at}`, kind: 'CUMULATIVE', key, type: metricOf(dataset, key).type }) as const,
    ),
  ];
}

function metricColumn(period: Period, at: number): string {
  return `${period === 'current' ? 'm' : 'c'}${at}`;
}
