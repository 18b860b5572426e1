import { compileFilter } from '../list-filter.ts';
import { allOf, joinSql, type SqlFragment, sql, trustedSql } from '../sql.ts';
import { bucketOf, bucketsIn, mostBuckets } from './buckets.ts';
import type { Aggregate, FactSource, Metric } from './dataset.ts';
import type { MetricPredicate } from './query.ts';
import { dimensionIn, filledIn, metricOf, type Period, type QueryParts, rangeOf, timeIn } from './query-parts.ts';

/** Cells that a filled series may have: buckets times combinations of dimensions. */
export const MAX_FILLED_CELLS = 200_000;

/** How the columns of `final` end: the aggregates of a period, or summed from the first bucket on. */
export type Suffix = Period | 'running';

/**
 * The CTEs of a query. `final` has a row for each bucket (`ordinal`; `bucket` has its start) and combination of
 * dimensions, with `rest` where there is a `top`, and each aggregate as `<name>_current`, `_previous` and `_running`;
 * `total` has one row of the same aggregates.
 * @param withTotal whether `total` is needed
 */
export function cellTables(parts: QueryParts, withTotal: boolean): SqlFragment {
  return joinSql(
    [
      ...bucketTable(parts),
      sql`part as (${factsBy(parts, { bucket: true, keys: true })})`,
      ...topTables(parts),
      ...keyTable(parts),
      sql`cell as (${cells(parts)})`,
      sql`pivot as (${pivot(parts, 'cell', keyColumns(parts))})`,
      ...runningTable(parts),
      ...(withTotal ? totalTables(parts) : []),
    ],
    ', ',
  );
}

/** The table with the rows of the answer. */
export function finalTable({ query }: QueryParts): SqlFragment {
  return trustedSql(query.cumulative?.length ? 'running' : 'pivot');
}

/** The columns that identify a row beside its bucket. */
export function keyColumns({ query, dimensions }: QueryParts): string[] {
  return [...(query.top ? ['rest'] : []), ...dimensions.map(({ column }) => column)];
}

/** SQL of a metric over the aggregates of the row `c`. */
export function figure({ of, sql: text = `{${of[0]}}` }: Metric, suffix: Suffix | undefined): SqlFragment {
  return trustedSql(`(${text.replace(/\{(\w+)\}/g, (_, name: string) => `c.${name}${suffix ? `_${suffix}` : ''}`)})`);
}

/** The conditions of `having` over the row `c`. */
export function having({ dataset, query }: QueryParts, suffix: Suffix | undefined): SqlFragment[] {
  return (query.having ?? []).flatMap((predicate) => {
    const value = figure(metricOf(dataset, predicate.metric), suffix);
    return COMPARISONS.flatMap(([name, operator]) => {
      const bound = predicate[name];
      return bound === undefined ? [] : [sql`${value} ${trustedSql(operator)} ${bound}::double precision`];
    });
  });
}

const COMPARISONS = [
  ['gte', '>='],
  ['gt', '>'],
  ['lte', '<='],
  ['lt', '<'],
] as const satisfies readonly (readonly [keyof MetricPredicate<string>, string])[];

/** The numbered buckets of each period, so that those of both periods can be paired. */
function bucketTable({ query, periods }: QueryParts): SqlFragment[] {
  const { grain, timeZone } = query;
  if (!grain) return [];
  const selects = periods.flatMap((period) => {
    const range = rangeOf(query, period);
    if (!range) return [];
    return sql`select '${trustedSql(period)}' as period, row_number() over (order by starts) as ordinal, starts
        from (${bucketsIn(grain, range, timeZone)}) as series`;
  });
  return [sql`bucket as (${joinSql(selects, ' union all ')})`];
}

interface Grouping {
  /** Whether the rows are grouped by bucket, as `starts`. */
  readonly bucket?: boolean;
  /** Whether they are grouped by the dimensions. */
  readonly keys?: boolean;
  /** Whether those that are not in `ranked` become the rest. */
  readonly ranked?: boolean;
  /** Only this period. */
  readonly period?: Period;
}

/** One pass over the data of each source and period: its aggregates by period, bucket and dimensions. */
function factsBy(parts: QueryParts, grouping: Grouping): SqlFragment {
  const { sources, periods } = parts;
  const shown = grouping.period ? [grouping.period] : periods;
  return joinSql(
    shown.flatMap((period) => sources.map((source) => factsOf(parts, source, period, grouping))),
    ' union all ',
  );
}

function factsOf(parts: QueryParts, source: FactSource, period: Period, grouping: Grouping): SqlFragment {
  const { dataset, query, dimensions } = parts;
  const time = timeIn(dataset, source, query);
  const starts = grouping.bucket && query.grain && time ? [bucketOf(query.grain, time, query.timeZone)] : [];
  const values = dimensions.map(({ key, column }) => ({ column, value: dimensionIn(source, query, key) }));
  const ranked = grouping.ranked
    ? [sql`(k.member is null) as rest`, ...values.map(({ column }) => trustedSql(`k.${column}`))]
    : values.map(({ column, value }) => sql`${value} as ${trustedSql(column)}`);
  const keys = [...starts.map((value) => sql`${value} as starts`), ...(grouping.keys ? ranked : [])];
  const aggregates = [...parts.aggregates].map(
    ([name, aggregate]) => sql`${aggregateIn(parts, source, name, aggregate)} as ${trustedSql(name)}`,
  );
  // By position: PostgreSQL does not treat two parameters with the same value as the same expression.
  const by = keys.length > 0 ? sql` group by ${trustedSql(keys.map((_, at) => at + 2).join(', '))}` : sql``;
  return sql`select '${trustedSql(period)}' as period, ${joinSql([...keys, ...aggregates], ', ')}
      from ${filledIn(source.from, query)}${grouping.ranked ? joinRanked(parts, values) : sql``}
     where ${allOf(conditionsOf(parts, source, period))}${by}`;
}

function aggregateIn({ query }: QueryParts, source: FactSource, name: string, aggregate: Aggregate): SqlFragment {
  if (!Object.hasOwn(source.aggregates, name)) return trustedSql(emptyOf(aggregate));
  return filledIn(typeof aggregate === 'string' ? aggregate : aggregate.sql, query);
}

/** The value of an aggregate without rows. */
function emptyOf(aggregate: Aggregate): string {
  return typeof aggregate !== 'string' && aggregate.empty === null ? 'null' : '0::bigint';
}

function conditionsOf({ dataset, query }: QueryParts, source: FactSource, period: Period): SqlFragment[] {
  const { filter, currency, now } = query;
  const range = rangeOf(query, period);
  const time = timeIn(dataset, source, query);
  return [
    ...(source.where ? [filledIn(source.where, query)] : []),
    ...(range && time ? [sql`${time} >= ${range.from} and ${time} < ${range.to}`] : []),
    ...(currency !== undefined && source.currency ? [sql`${trustedSql(source.currency)} = ${currency}`] : []),
    ...(filter ? [compileFilter(source.fields, filter, now, source.edges)] : []),
  ];
}

/** `ranked` has the combinations that come first, `folded` the parts with all others as the rest. */
function topTables(parts: QueryParts): SqlFragment[] {
  const { dataset, query, dimensions } = parts;
  const { top } = query;
  if (!top) return [];
  const columns = dimensions.map(({ column }) => trustedSql(column));
  const metric = metricOf(dataset, top.by);
  const groups = addsUp(parts)
    ? sql`select ${joinSql([...columns, ...sums(parts)], ', ')} from part where period = 'current'
        group by ${joinSql(columns, ', ')}`
    : merged(parts, factsBy(parts, { keys: true, period: 'current' }));
  const order = [
    sql`${figure(metric, undefined)} ${trustedSql(top.direction === 'ASC' ? 'asc' : 'desc')} nulls last`,
    ...columns.map((column) => sql`c.${column} nulls last`),
  ];
  const ranked = sql`ranked as materialized (
      select true as member, ${joinSql(
        columns.map((column) => sql`c.${column}`),
        ', ',
      )}
        from (${groups}) as c
       where ${allOf(having(parts, undefined))}
       order by ${joinSql(order, ', ')}
       limit ${top.count})`;
  return [ranked, sql`folded as (${folded(parts)})`];
}

/** Each source has rows of its own for a combination: one row of the greatest values, as in `pivot`. */
function merged({ aggregates, dimensions, sources }: QueryParts, facts: SqlFragment): SqlFragment {
  if (sources.length === 1) return facts;
  const columns = dimensions.map(({ column }) => column);
  const values = [...aggregates.keys()].map((name) => `max(${name}) as ${name}`);
  return sql`select ${trustedSql([...columns, ...values].join(', '))} from (${facts}) as f
      group by ${trustedSql(columns.join(', '))}`;
}

function folded(parts: QueryParts): SqlFragment {
  const { query, dimensions } = parts;
  const others = query.top?.rest ? sql`` : sql` where not rest`;
  if (!addsUp(parts)) {
    return sql`select * from (${factsBy(parts, { bucket: true, keys: true, ranked: true })}) as f${others}`;
  }
  const starts = query.grain ? ['starts'] : [];
  const keys = [...starts, 'rest', ...dimensions.map(({ column }) => column)];
  const values = dimensions.map(({ column }) => ({ column, value: trustedSql(`p.${column}`) }));
  const inner = joinSql(
    [
      sql`p.period`,
      ...starts.map((column) => trustedSql(`p.${column}`)),
      sql`(k.member is null) as rest`,
      ...dimensions.map(({ column }) => trustedSql(`k.${column}`)),
      ...[...parts.aggregates.keys()].map((name) => trustedSql(`p.${name}`)),
    ],
    ', ',
  );
  const columns = joinSql([sql`period`, ...keys.map(trustedSql), ...sums(parts)], ', ');
  return sql`select ${columns} from (select ${inner} from part p${joinRanked(parts, values)}) as f${others}
      group by period, ${trustedSql(keys.join(', '))}`;
}

/** By comparisons that PostgreSQL can hash; a dimension may have no value. */
function joinRanked({ query }: QueryParts, values: readonly { column: string; value: SqlFragment }[]): SqlFragment {
  const matches = values.map(({ column, value }) => {
    const known = trustedSql(`k.${column}`);
    return sql`coalesce(${value}, '') = coalesce(${known}, '') and (${value} is null) = (${known} is null)`;
  });
  const kind = query.top?.rest ? 'left join' : 'join';
  return sql` ${trustedSql(kind)} ranked k on ${allOf(matches)}`;
}

/** Whether the aggregates of groups follow from those of their parts. */
function addsUp({ aggregates }: QueryParts): boolean {
  return [...aggregates.values()].every((aggregate) => typeof aggregate === 'string');
}

function sums({ aggregates }: QueryParts): SqlFragment[] {
  return [...aggregates.keys()].map((name) => trustedSql(`sum(${name})::bigint as ${name}`));
}

function partTable({ query }: QueryParts): SqlFragment {
  return trustedSql(query.top ? 'folded' : 'part');
}

/** The combinations of a filled series, one more than it may have: then it is refused. */
function keyTable(parts: QueryParts): SqlFragment[] {
  const columns = keyColumns(parts);
  if (!isFilled(parts) || columns.length === 0) return [];
  return [
    sql`key as materialized (select distinct ${trustedSql(columns.join(', '))} from ${partTable(parts)} limit ${mostKeys(parts) + 1})`,
  ];
}

function isFilled({ query }: QueryParts): boolean {
  return query.grain !== undefined && query.fill !== false;
}

function mostKeys({ query: { grain, range } }: QueryParts): number {
  return grain && range ? Math.floor(MAX_FILLED_CELLS / mostBuckets(grain, range)) : MAX_FILLED_CELLS;
}

/** Whether a filled series has too many cells: the answer lacks some of them. */
export function overfilled(parts: QueryParts): SqlFragment {
  if (keyTable(parts).length === 0) return trustedSql('false');
  return sql`((select count(*) from key) > ${mostKeys(parts)})`;
}

/** Assigns each part to its bucket, with an empty cell for every bucket without one. */
function cells(parts: QueryParts): SqlFragment {
  const { query, aggregates } = parts;
  const columns = keyColumns(parts).map(trustedSql);
  const values = [...aggregates.keys()].map(trustedSql);
  const table = partTable(parts);
  if (!query.grain) return sql`select ${joinSql([sql`period`, ...columns, ...values], ', ')} from ${table}`;
  const found = sql`select p.period, b.ordinal, ${joinSql(
    [...columns, ...values].map((column) => sql`p.${column}`),
    ', ',
  )}
      from ${table} p join bucket b on b.period = p.period and b.starts = p.starts`;
  if (!isFilled(parts)) return found;
  const keys = columns.length > 0 ? sql` cross join key as k` : sql``;
  const none = [...aggregates.values()].map((aggregate) => trustedSql(emptyOf(aggregate)));
  return sql`${found} union all select b.period, b.ordinal, ${joinSql(
    [...columns.map((column) => sql`k.${column}`), ...none],
    ', ',
  )}
      from bucket b${keys} where b.period = 'current'`;
}

/**
 * Puts both periods in one row. A cell has one value and possibly an empty one, so the greatest is the value; where
 * several sources are counted, each has a value of its own aggregates and zero for the others'.
 */
function pivot({ query, aggregates, periods }: QueryParts, table: string, keys: readonly string[]): SqlFragment {
  const by = [...(query.grain && table === 'cell' ? ['ordinal'] : []), ...keys];
  const values = periods.flatMap((period) =>
    [...aggregates].map(([name, aggregate]) => {
      const value = `max(${name}) filter (where period = '${period}')`;
      const shown = emptyOf(aggregate) === 'null' ? value : `coalesce(${value}, 0)`;
      return `${shown} as ${name}_${period}`;
    }),
  );
  const grouping = by.length > 0 ? ` group by ${by.join(', ')}` : '';
  return trustedSql(`select ${[...by, ...values].join(', ')} from ${table}${grouping}`);
}

function runningTable(parts: QueryParts): SqlFragment[] {
  const { dataset, query } = parts;
  if (!query.cumulative?.length) return [];
  const names = new Set(query.cumulative.flatMap((key) => metricOf(dataset, key).of));
  const keys = keyColumns(parts);
  const partition = keys.length > 0 ? `partition by ${keys.join(', ')} ` : '';
  const sums = [...names].map(
    (name) => `(sum(${name}_current) over (${partition}order by ordinal))::bigint as ${name}_running`,
  );
  return [trustedSql(`running as (select *, ${sums.join(', ')} from pivot)`)];
}

/** The aggregates of all rows of each period, whatever is shown of them. */
function totalTables(parts: QueryParts): SqlFragment[] {
  if (!addsUp(parts)) {
    return [sql`whole as (${factsBy(parts, {})})`, sql`total as (${pivot(parts, 'whole', [])})`];
  }
  const values = parts.periods.flatMap((period) =>
    [...parts.aggregates.keys()].map(
      (name) => `coalesce(sum(${name}) filter (where period = '${period}'), 0)::bigint as ${name}_${period}`,
    ),
  );
  return [trustedSql(`total as (select ${values.join(', ')} from part)`)];
}
