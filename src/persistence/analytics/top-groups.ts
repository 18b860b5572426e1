import { allOf, joinSql, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { count, isSum } from './aggregates.ts';
import { addsUp, figure, having, sums } from './metric-sql.ts';
import { joinRanked } from './pass-rows.ts';
import { factsBy } from './passes.ts';
import { type QueryParts, wholeOf, withAggregate } from './query-parts.ts';
import { isOwn } from './sources.ts';

/** How many rows there are of any source, beside its own aggregates. */
const ROWS = 'row_count';

/** `ranked` has the combinations that come first, `folded` the parts with all others as the rest. */
export function topTables(parts: QueryParts): SqlFragment[] {
  if (!parts.query.top) return [];
  const columns = parts.dimensions.map(({ column }) => column);
  const groups = addsUp(parts)
    ? summedGroups(parts, columns)
    : merged(parts, factsBy(parts, { keys: true, period: 'current' }));
  return [rankedTable(parts, groups, columns), sql`folded as (${folded(parts)})`];
}

/** @param shown the columns of the combinations that are needed */
function rankedTable(parts: QueryParts, groups: SqlFragment, shown: readonly string[]): SqlFragment {
  const { query, dimensions } = parts;
  const { by = '', direction, count: first = 0 } = query.top ?? {};
  const columns = shown.map((column) => `c.${column}`);
  const order = [
    sql`${figure(parts, by)} ${trustedSql(direction === 'ASC' ? 'asc' : 'desc')} nulls last`,
    ...dimensions.map(({ column }) => trustedSql(`c.${column} nulls last`)),
  ];
  return sql`ranked as materialized (
      select true as member, ${names(columns)}
        from (${groups}) as c
       where ${allOf(having(parts))}
       order by ${joinSql(order, ', ')}
       limit ${first})`;
}

/** Whether the rest follows from the total and those that come first: then nothing is kept of a million others. */
export function leavesRest({ query, periods, aggregates, passes }: QueryParts): boolean {
  const areSums = [...aggregates.values()].every(isSum);
  return query.top !== undefined && !query.grain && periods.length === 1 && areSums && passes.length === 1;
}

/** `pivot` and `total` of such a query; how many rows there are says whether there are others at all. */
export function leaderTables(parts: QueryParts): SqlFragment[] {
  const { query, dimensions, periods, aggregates } = parts;
  const counted = withRows(parts);
  const whole = withRows(wholeOf(parts));
  const [columns, known] = [dimensions.map(({ column }) => column), [...aggregates.keys()]];
  const figures = (of: (name: string) => string) => names(known.map((name) => `${of(name)} as ${name}_${periods[0]}`));
  const leaders = sql`select not member as rest, ${names(columns)}, ${figures((name) => name)} from ranked`;
  const rest = sql` union all select true, ${names(columns.map(() => 'null'))}, ${figures((name) => `w.${name} - r.${name}`)}
        from whole w, (select ${joinSql(sums(counted), ', ')} from ranked) r where ${trustedSql(`w.${ROWS} > r.${ROWS}`)}`;
  return [
    sql`whole as materialized (${merged(whole, factsBy(whole, {}))})`,
    sql`total as (select ${figures((name) => name)} from whole)`,
    rankedTable(parts, factsBy(counted, { keys: true, isOrdered: isOfMany(parts) }), [...columns, ...known, ROWS]),
    sql`pivot as (${leaders}${query.top?.rest ? rest : sql``})`,
  ];
}

/** Whether there may be a group for every few rows, as there is for customers and devices; rollups have few rows. */
function isOfMany({ dataset, dimensions, passes }: QueryParts): boolean {
  return dimensions.some(({ title }) => title) && passes.every(({ source }) => isOwn(dataset, source));
}

function withRows(parts: QueryParts): QueryParts {
  return withAggregate(parts, ROWS, ({ rows = count() }) => rows);
}

/** The combinations over the whole range: each is a part, unless it has one for each bucket or pass. */
function summedGroups(parts: QueryParts, columns: readonly string[]): SqlFragment {
  const { query, aggregates, passes } = parts;
  const isPart = !query.grain && passes.length === 1;
  const values = isPart ? [...aggregates.keys()].map(trustedSql) : sums(parts);
  const by = isPart ? sql`` : sql` group by ${names(columns)}`;
  return sql`select ${joinSql([names(columns), ...values], ', ')} from part where period = 'current'${by}`;
}

/** Each pass has rows of its own for a combination, or for all: one row of the greatest values, as in `pivot`. */
function merged({ aggregates, dimensions, passes }: QueryParts, facts: SqlFragment): SqlFragment {
  if (passes.length === 1) return facts;
  const columns = dimensions.map(({ column }) => column);
  const values = [...aggregates.keys()].map((name) => `max(${name}) as ${name}`);
  const by = columns.length > 0 ? sql` group by ${names(columns)}` : sql``;
  return sql`select ${names([...columns, ...values])} from (${facts}) as f${by}`;
}

function folded(parts: QueryParts): SqlFragment {
  const { query, dimensions, aggregates } = parts;
  const others = query.top?.rest ? sql`` : sql` where not rest`;
  if (!addsUp(parts)) {
    return sql`select * from (${factsBy(parts, { bucket: true, keys: true, ranked: true })}) as f${others}`;
  }
  const slots = query.grain ? ['ordinal'] : [];
  const columns = dimensions.map(({ column }) => column);
  const keys = ['period', ...slots, 'rest', ...columns];
  const values = columns.map((column) => ({ column, value: trustedSql(`p.${column}`) }));
  const read = names([
    ...['period', ...slots, ...aggregates.keys()].map((column) => `p.${column}`),
    '(top.member is null) as rest',
    ...columns.map((column) => `top.${column}`),
  ]);
  return sql`select ${names(keys)}, ${joinSql(sums(parts), ', ')} from (select ${read} from part p${joinRanked(parts, values)}) as f${others}
      group by ${names(keys)}`;
}

function names(columns: readonly string[]): SqlFragment {
  return trustedSql(columns.join(', '));
}
