import { compileFilter } from '../list-filter.ts';
import { allOf, joinSql, type SqlFragment, sql, toQuery, trustedSql } from '../sql.ts';
import { bucketOf, bucketsIn, mostBuckets } from './buckets.ts';
import type { Aggregate, FactSource, Metric, WholeAggregate } from './dataset.ts';
import { neededJoins } from './needed-joins.ts';
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
  if (leavesRest(parts)) return joinSql(leaderTables(parts), ', ');
  return joinSql(
    [
      ...bucketTable(parts),
      ...partTables(parts, withTotal),
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
  /** Whether there is a row of all of them as well, for each period. */
  readonly totals?: boolean;
}

/** `part` has the aggregates by period, bucket and dimensions; `counted` those that have to see each value, with their totals. */
function partTables(parts: QueryParts, withTotal: boolean): SqlFragment[] {
  const grouping = { bucket: true, keys: true };
  if (!(withTotal && countsTotals(parts))) return [sql`part as (${factsBy(parts, grouping)})`];
  const names = ['period', ...partKeys(parts), ...parts.aggregates.keys()].join(', ');
  const passes = passesOf(parts);
  const counted = passes
    .filter(({ whole }) => whole)
    .flatMap((pass) => factsIn(parts, pass, { ...grouping, totals: true }));
  const summed = passes.filter(({ whole }) => !whole).flatMap((pass) => factsIn(parts, pass, grouping));
  return [
    sql`counted as materialized (${joinSql(counted, ' union all ')})`,
    sql`part as (${joinSql([...summed, trustedSql(`select ${names} from counted where not is_total`)], ' union all ')})`,
  ];
}

/** Whether the totals are found together with the parts: where they do not follow from them, unless only the first are shown. */
function countsTotals(parts: QueryParts): boolean {
  return !addsUp(parts) && !parts.query.top && partKeys(parts).length > 0;
}

/** The columns that identify a row of `part` beside its period. */
function partKeys({ query, dimensions }: QueryParts): string[] {
  return [...(query.grain ? ['starts'] : []), ...dimensions.map(({ column }) => column)];
}

/** One reading of the rows of a source. */
interface Pass {
  readonly source: FactSource;
  /** Whether it is for the aggregates that have to see each value, or for those that PostgreSQL adds up in parallel. */
  readonly whole: boolean;
}

/** Those that the query needs, for each source. */
function passesOf({ sources, aggregates }: QueryParts): Pass[] {
  return sources.flatMap((source) =>
    [false, true].flatMap((whole) => {
      const pass = { source, whole };
      return [...aggregates].some(([name, aggregate]) => isIn(pass, name, aggregate)) ? [pass] : [];
    }),
  );
}

function isIn({ source, whole }: Pass, name: string, aggregate: Aggregate): boolean {
  return (name === ROWS || Object.hasOwn(source.aggregates, name)) && isWhole(aggregate) === whole;
}

function isWhole(aggregate: Aggregate): aggregate is WholeAggregate {
  return typeof aggregate !== 'string' && 'value' in aggregate;
}

/** The aggregates of each pass over the rows of each period, by period, bucket and dimensions. */
function factsBy(parts: QueryParts, grouping: Grouping): SqlFragment {
  return joinSql(
    passesOf(parts).flatMap((pass) => factsIn(parts, pass, grouping)),
    ' union all ',
  );
}

function factsIn(parts: QueryParts, pass: Pass, grouping: Grouping): SqlFragment[] {
  const factsOf = pass.whole ? wholeFacts : summedFacts;
  return (grouping.period ? [grouping.period] : parts.periods).map((period) => factsOf(parts, pass, period, grouping));
}

function summedFacts(parts: QueryParts, pass: Pass, period: Period, grouping: Grouping): SqlFragment {
  const { query } = parts;
  const keys = keysOf(parts, pass.source, grouping);
  const aggregates = [...parts.aggregates].map(([name, aggregate]) => {
    const value = isIn(pass, name, aggregate) ? filledIn(textOf(aggregate), query) : trustedSql(emptyOf(aggregate));
    return sql`${value} as ${trustedSql(name)}`;
  });
  const columns = joinSql([...keys.map(selected), ...aggregates], ', ');
  return sql`select '${trustedSql(period)}' as period, ${columns}
      from ${rowsIn(parts, pass.source, period, grouping, columns)}${groupBy(keys)}`;
}

/**
 * Values first, aggregates around them: `offset 0` keeps PostgreSQL from merging the two, so that its workers compute the values
 * and the one process that sorts them gets nothing else. With totals, the same sorted values are aggregated once more:
 * one row more, with `is_total`.
 */
function wholeFacts(parts: QueryParts, pass: Pass, period: Period, grouping: Grouping): SqlFragment {
  const keys = keysOf(parts, pass.source, grouping);
  const values = new Map<string, string>();
  const aggregates = [...parts.aggregates].map(([name, aggregate]) => {
    if (!isWhole(aggregate) || !isIn(pass, name, aggregate)) return `${emptyOf(aggregate)} as ${name}`;
    const column = values.get(aggregate.value) ?? `v${values.size}`;
    values.set(aggregate.value, column);
    return `${aggregate.sql.replace('{value}', column)} as ${name}`;
  });
  const read = [...values].map(([value, column]) => sql`${filledIn(value, parts.query)} as ${trustedSql(column)}`);
  const columns = joinSql([...keys.map(selected), ...read], ', ');
  const names = keys.map(({ column }) => column);
  // Rows without a value make no group: where another pass has all of them, they are left out.
  const isOther = passesOf(parts).some(({ source, whole }) => source === pass.source && !whole);
  const counted = isOther ? ` where ${[...values.values()].map((column) => `${column} is not null`).join(' or ')}` : '';
  const isTotal = grouping.totals ? [`grouping(${names[0]}) = 1 as is_total`] : [];
  const by = grouping.totals ? trustedSql(` group by grouping sets ((${names.join(', ')}), ())`) : groupBy(keys);
  return sql`select '${trustedSql(period)}' as period, ${trustedSql([...names, ...isTotal, ...aggregates].join(', '))}
      from (select ${columns}
      from ${rowsIn(parts, pass.source, period, grouping, columns)} offset 0) as f${trustedSql(counted)}${by}`;
}

interface Key {
  readonly column: string;
  readonly value: SqlFragment;
}

function keysOf(parts: QueryParts, source: FactSource, { bucket, keys, ranked }: Grouping): Key[] {
  const { dataset, query, dimensions } = parts;
  const time = timeIn(dataset, source, query);
  const starts = bucket && query.grain && time ? [bucketOf(query.grain, time, query.timeZone)] : [];
  const rest = ranked ? [{ column: 'rest', value: sql`(k.member is null)` }] : [];
  const values = ranked
    ? dimensions.map(({ column }) => ({ column, value: trustedSql(`k.${column}`) }))
    : valuesOf(parts, source);
  return [...starts.map((value) => ({ column: 'starts', value })), ...(keys ? [...rest, ...values] : [])];
}

function valuesOf({ dimensions, query }: QueryParts, source: FactSource): Key[] {
  return dimensions.map(({ key, column }) => ({ column, value: dimensionIn(source, query, key) }));
}

function selected({ column, value }: Key): SqlFragment {
  return sql`${value} as ${trustedSql(column)}`;
}

/** By position: PostgreSQL does not treat two parameters with the same value as the same expression. */
function groupBy(keys: readonly Key[]): SqlFragment {
  return keys.length > 0 ? trustedSql(` group by ${keys.map((_, at) => at + 2).join(', ')}`) : sql``;
}

/** The rows of a source in a period: what comes after `from`. @param columns what is read of them */
function rowsIn(
  parts: QueryParts,
  source: FactSource,
  period: Period,
  { ranked }: Grouping,
  columns: SqlFragment,
): SqlFragment {
  const joined = ranked ? joinRanked(parts, valuesOf(parts, source)) : sql``;
  const rest = sql`${joined}
     where ${allOf(conditionsOf(parts, source, period))}`;
  const from = neededJoins(source.from, `${toQuery(columns).text} ${toQuery(rest).text}`);
  return sql`${filledIn(from, parts.query)}${rest}`;
}

function textOf(aggregate: Aggregate): string {
  return typeof aggregate === 'string' ? aggregate : aggregate.sql;
}

/** The value of an aggregate without rows. */
function emptyOf(aggregate: Aggregate): string {
  return isNull(aggregate) ? 'null::double precision' : '0::bigint';
}

/** Whether an aggregate is null where there are no rows, and not zero. */
function isNull(aggregate: Aggregate): boolean {
  return typeof aggregate !== 'string' && !(isWhole(aggregate) && aggregate.empty === 0);
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
  if (!parts.query.top) return [];
  const columns = parts.dimensions.map(({ column }) => column);
  const groups = addsUp(parts)
    ? summedGroups(parts, columns.map(trustedSql))
    : merged(parts, factsBy(parts, { keys: true, period: 'current' }));
  return [rankedTable(parts, groups, columns), sql`folded as (${folded(parts)})`];
}

/** @param shown the columns of the combinations that are needed */
function rankedTable(parts: QueryParts, groups: SqlFragment, shown: readonly string[]): SqlFragment {
  const { dataset, query, dimensions } = parts;
  const { by = '', direction, count = 0 } = query.top ?? {};
  const columns = shown.map((column) => trustedSql(`c.${column}`));
  const order = [
    sql`${figure(metricOf(dataset, by), undefined)} ${trustedSql(direction === 'ASC' ? 'asc' : 'desc')} nulls last`,
    ...dimensions.map(({ column }) => trustedSql(`c.${column} nulls last`)),
  ];
  return sql`ranked as materialized (
      select true as member, ${joinSql(columns, ', ')}
        from (${groups}) as c
       where ${allOf(having(parts, undefined))}
       order by ${joinSql(order, ', ')}
       limit ${count})`;
}

/** Whether the rest follows from the total and those that come first: then nothing is kept of a million others. */
function leavesRest(parts: QueryParts): boolean {
  const { query, periods, aggregates } = parts;
  const areSums = [...aggregates.values()].every((aggregate) => typeof aggregate === 'string');
  return query.top !== undefined && !query.grain && periods.length === 1 && areSums && passesOf(parts).length === 1;
}

/** How many rows there are of any source, beside its own aggregates. */
const ROWS = 'row_count';

/** `pivot` and `total` of such a query; how many rows there are says whether there are others at all. */
function leaderTables(parts: QueryParts): SqlFragment[] {
  const { query, dimensions, periods, aggregates } = parts;
  const counted = { ...parts, aggregates: new Map([...aggregates, [ROWS, 'count(*)'] as const]) };
  const [columns, names] = [dimensions.map(({ column }) => column), [...aggregates.keys()]];
  const figures = (of: (name: string) => string) =>
    joinSql(
      names.map((name) => trustedSql(`${of(name)} as ${name}_${periods[0]}`)),
      ', ',
    );
  const leaders = sql`select not member as rest, ${trustedSql(columns.join(', '))}, ${figures((name) => name)} from ranked`;
  const summed = joinSql(sums(counted), ', ');
  const rest = sql` union all select true, ${trustedSql(columns.map(() => 'null').join(', '))},
        ${figures((name) => `w.${name} - r.${name}`)} from whole w, (select ${summed} from ranked) r where ${trustedSql(`w.${ROWS} > r.${ROWS}`)}`;
  return [
    sql`whole as materialized (${factsBy(counted, {})})`,
    sql`total as (select ${figures((name) => name)} from whole)`,
    rankedTable(parts, factsBy(counted, { keys: true }), [...columns, ...names, ROWS]),
    sql`pivot as (${leaders}${query.top?.rest ? rest : sql``})`,
  ];
}

/** The combinations over the whole range: each is a part, unless it has one for each bucket or pass. */
function summedGroups(parts: QueryParts, columns: readonly SqlFragment[]): SqlFragment {
  const { query, aggregates } = parts;
  const isPart = !query.grain && passesOf(parts).length === 1;
  const values = isPart ? [...aggregates.keys()].map(trustedSql) : sums(parts);
  const by = isPart ? sql`` : sql` group by ${joinSql(columns, ', ')}`;
  return sql`select ${joinSql([...columns, ...values], ', ')} from part where period = 'current'${by}`;
}

/** Each pass has rows of its own for a combination: one row of the greatest values, as in `pivot`. */
function merged(parts: QueryParts, facts: SqlFragment): SqlFragment {
  const { aggregates, dimensions } = parts;
  if (passesOf(parts).length === 1) return facts;
  const columns = dimensions.map(({ column }) => column);
  const values = [...aggregates.keys()].map((name) => `max(${name}) as ${name}`);
  return sql`select ${trustedSql([...columns, ...values].join(', '))} from (${facts}) as f
      group by ${trustedSql(columns.join(', '))}`;
}

function folded(parts: QueryParts): SqlFragment {
  const { query } = parts;
  const others = query.top?.rest ? sql`` : sql` where not rest`;
  if (!addsUp(parts)) {
    return sql`select * from (${factsBy(parts, { bucket: true, keys: true, ranked: true })}) as f${others}`;
  }
  const { dimensions } = parts;
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

const NO_ID = trustedSql(`'00000000-0000-0000-0000-000000000000'::uuid`);

/** By comparisons that PostgreSQL can hash; a dimension may have no value. */
function joinRanked({ query, dimensions }: QueryParts, values: readonly Key[]): SqlFragment {
  const matches = values.map(({ column, value }) => {
    const known = trustedSql(`k.${column}`);
    const none = dimensions.some((each) => each.column === column && each.title) ? NO_ID : trustedSql(`''`);
    return sql`coalesce(${value}, ${none}) = coalesce(${known}, ${none}) and (${value} is null) = (${known} is null)`;
  });
  const kind = query.top?.rest ? 'left join' : 'join';
  return sql` ${trustedSql(kind)} ranked k on ${allOf(matches)}`;
}

/** Whether the aggregates of groups follow from those of their parts. */
function addsUp({ aggregates }: QueryParts): boolean {
  return ![...aggregates.values()].some(isWhole);
}

function sums({ aggregates }: QueryParts): SqlFragment[] {
  return [...aggregates].map(([name, aggregate]) => trustedSql(`${sumOfParts(name, aggregate)} as ${name}`));
}

/** SQL of an aggregate of several parts. @param where SQL: only of parts that match it */
function sumOfParts(name: string, aggregate: Aggregate, where?: string): string {
  const filter = where ? ` filter (where ${where})` : '';
  if (typeof aggregate === 'string') return `coalesce(sum(${name})${filter}, 0)::bigint`;
  return `${isWhole(aggregate) ? 'max' : aggregate.merge}(${name})${filter}`;
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
 * there are several passes, each has a value of its own aggregates and zero or null for the others'.
 */
function pivot({ query, aggregates, periods }: QueryParts, table: string, keys: readonly string[]): SqlFragment {
  const by = [...(query.grain && table === 'cell' ? ['ordinal'] : []), ...keys];
  const values = periods.flatMap((period) =>
    [...aggregates].map(([name, aggregate]) => {
      const value = `max(${name}) filter (where period = '${period}')`;
      const shown = isNull(aggregate) ? value : `coalesce(${value}, 0)`;
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
  if (!(addsUp(parts) || countsTotals(parts) || partKeys(parts).length === 0)) {
    return [sql`whole as (${factsBy(parts, {})})`, sql`total as (${pivot(parts, 'whole', [])})`];
  }
  const counted = countsTotals(parts);
  const values = parts.periods.flatMap((period) =>
    [...parts.aggregates].map(([name, aggregate]) => {
      const isThere = `period = '${period}'`;
      const total = sumOfParts(name, aggregate, isThere);
      if (!isWhole(aggregate)) return `${total} as ${name}_${period}`;
      const all = counted ? `(select ${total} from counted where is_total)` : total;
      return `${isNull(aggregate) ? all : `coalesce(${all}, 0)`} as ${name}_${period}`;
    }),
  );
  // Without an aggregate of its own, the select would have a row for each part.
  const from = counted && [...parts.aggregates.values()].every(isWhole) ? '' : ' from part';
  return [trustedSql(`total as (select ${values.join(', ')}${from})`)];
}
