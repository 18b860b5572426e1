import { compileFilter, withoutEmptyTexts } from '../lists/list-filter.ts';
import { allOf, anyOf, joinSql, type SqlFragment, sql, toQuery, trustedSql } from '../sql/sql.ts';
import { type Aggregate, type FactSource, type FirstAggregate, isFirst, isWhole } from './dataset.ts';
import { hourOf, inPeriod, isEarlier, slotOf } from './fact-times.ts';
import { neededJoins } from './needed-joins.ts';
import { dimensionIn, filledIn, type Period, type QueryParts } from './query-parts.ts';
import { sourceOf } from './rollups.ts';

export interface Grouping {
  /** Whether the rows are grouped by bucket: `ordinal` is the number of its slot. */
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

/** One reading of the rows of a source. */
interface Pass {
  readonly source: FactSource;
  /** Whether it is for the aggregates that have to see each value, or for those that PostgreSQL adds up in parallel. */
  readonly whole: boolean;
}

/** Those that the query needs, for each source. */
export function passesOf(parts: QueryParts): Pass[] {
  return parts.sources.flatMap((source) =>
    [false, true].flatMap((whole) => {
      const pass = { source, whole };
      return [...parts.aggregates].some(([name, aggregate]) => isIn(parts, pass, name, aggregate)) ? [pass] : [];
    }),
  );
}

function isIn({ sources }: QueryParts, { source, whole }: Pass, name: string, aggregate: Aggregate): boolean {
  return (name === ROWS || sourceOf(sources, name) === source) && isWhole(aggregate) === whole;
}

/** The aggregates of each pass over the rows of each period, by period, bucket and dimensions. */
export function factsBy(parts: QueryParts, grouping: Grouping): SqlFragment {
  return joinSql(
    passesOf(parts).flatMap((pass) => factsIn(parts, pass, grouping)),
    ' union all ',
  );
}

export function factsIn(parts: QueryParts, pass: Pass, grouping: Grouping): SqlFragment[] {
  const factsOf = pass.whole ? wholeFacts : summedFacts;
  return (grouping.period ? [grouping.period] : parts.periods).map((period) => factsOf(parts, pass, period, grouping));
}

function summedFacts(parts: QueryParts, pass: Pass, period: Period, grouping: Grouping): SqlFragment {
  const { query } = parts;
  const { rows } = pass.source;
  const slotted = keysOf(parts, pass.source, period, grouping);
  // Thousands of buckets are looked up for each hour, and not for each row.
  const hour = grouping.bucket ? hourOf(parts, pass.source, period) : undefined;
  const keys = hour ? [{ column: 'ordinal', value: hour }, ...slotted.slice(1)] : slotted;
  const aggregates = [...parts.aggregates].map(([name, aggregate]) => {
    const value = isFirst(aggregate)
      ? firstsIn(parts, pass.source, aggregate, period, grouping)
      : filledIn(textOf(aggregate), query);
    return sql`${isIn(parts, pass, name, aggregate) ? value : trustedSql(emptyOf(aggregate))} as ${trustedSql(name)}`;
  });
  const columns = joinSql([...keys.map(selected), ...aggregates], ', ');
  const having = rows && keys.length > 0 ? ` having ${rows} <> 0` : '';
  const facts = sql`select '${trustedSql(period)}' as period, ${columns}
      from ${rowsIn(parts, pass.source, period, grouping, columns)}${groupBy(keys)}${trustedSql(having)}`;
  const slot = hour && slotOf(parts, pass.source, period, trustedSql('h.ordinal'));
  if (!slot) return facts;
  const others = [...keys.slice(1).map(({ column }) => column), ...parts.aggregates.keys()];
  return sql`select period, ${slot} as ordinal, ${trustedSql(others.join(', '))} from (${facts}) h`;
}

/** How many things were not in an earlier row of the same group. */
function firstsIn(
  parts: QueryParts,
  source: FactSource,
  { count, previous, previousWithin = {} }: FirstAggregate,
  period: Period,
  { bucket, keys }: Grouping,
): SqlFragment {
  const [within] = keys ? parts.dimensions.flatMap(({ key }) => previousWithin[key] ?? []) : [];
  const before = trustedSql(within ?? previous);
  const isNew = anyOf([sql`${before} is null`, ...isEarlier(parts, source, period, before, bucket === true)]);
  return sql`coalesce(sum(${trustedSql(count)}) filter (where ${isNew}), 0)::bigint`;
}

/**
 * Values first, aggregates around them: `offset 0` keeps PostgreSQL from merging the two, so that its workers compute the values
 * and the one process that sorts them gets nothing else. With totals, the same sorted values are aggregated once more:
 * one row more, with `is_total`.
 */
function wholeFacts(parts: QueryParts, pass: Pass, period: Period, grouping: Grouping): SqlFragment {
  const keys = keysOf(parts, pass.source, period, grouping);
  const values = new Map<string, string>();
  const aggregates = [...parts.aggregates].map(([name, aggregate]) => {
    if (!isWhole(aggregate) || !isIn(parts, pass, name, aggregate)) return `${emptyOf(aggregate)} as ${name}`;
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

export interface Key {
  readonly column: string;
  readonly value: SqlFragment;
}

function keysOf(parts: QueryParts, source: FactSource, period: Period, { bucket, keys, ranked }: Grouping): Key[] {
  const { dimensions } = parts;
  const slot = bucket ? slotOf(parts, source, period) : undefined;
  const rest = ranked ? [{ column: 'rest', value: sql`(top.member is null)` }] : [];
  const values = ranked
    ? dimensions.map(({ column }) => ({ column, value: trustedSql(`top.${column}`) }))
    : valuesOf(parts, source);
  return [...(slot ? [{ column: 'ordinal', value: slot }] : []), ...(keys ? [...rest, ...values] : [])];
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

function textOf(aggregate: Exclude<Aggregate, FirstAggregate>): string {
  return typeof aggregate === 'string' ? aggregate : aggregate.sql;
}

/** The value of an aggregate without rows. */
export function emptyOf(aggregate: Aggregate): string {
  return isNull(aggregate) ? 'null::double precision' : '0::bigint';
}

/** Whether an aggregate is null where there are no rows, and not zero. */
export function isNull(aggregate: Aggregate): boolean {
  if (typeof aggregate === 'string' || isFirst(aggregate)) return false;
  return !(isWhole(aggregate) && aggregate.empty === 0);
}

function conditionsOf(parts: QueryParts, source: FactSource, period: Period): SqlFragment[] {
  const { query } = parts;
  const { filter, currency, now } = query;
  return [
    ...(source.where ? [filledIn(source.where, query)] : []),
    ...inPeriod(parts, source, period),
    ...(currency !== undefined && source.currency ? [sql`${trustedSql(source.currency)} = ${currency}`] : []),
    ...(filter ? [compileFilter(withoutEmptyTexts(source.fields), filter, now, edgesOf(source))] : []),
  ];
}

function edgesOf({ edges = {} }: FactSource): NonNullable<FactSource['edges']> {
  return Object.fromEntries(
    Object.entries(edges).map(([name, edge]) => [name, { ...edge, fields: withoutEmptyTexts(edge.fields) }]),
  );
}

const NO_ID = trustedSql(`'00000000-0000-0000-0000-000000000000'::uuid`);

/** By comparisons that PostgreSQL can hash; a dimension may have no value. */
export function joinRanked({ query, dimensions }: QueryParts, values: readonly Key[]): SqlFragment {
  const matches = values.map(({ column, value }) => {
    const known = trustedSql(`top.${column}`);
    const none = dimensions.some((each) => each.column === column && each.title) ? NO_ID : trustedSql(`''`);
    return sql`coalesce(${value}, ${none}) = coalesce(${known}, ${none}) and (${value} is null) = (${known} is null)`;
  });
  const kind = query.top?.rest ? 'left join' : 'join';
  return sql` ${trustedSql(kind)} ranked top on ${allOf(matches)}`;
}

/** How many rows there are of any source, beside its own aggregates. */
export const ROWS = 'row_count';
