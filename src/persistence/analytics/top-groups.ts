import { allOf, joinSql, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { addsUp, figure, having, sums } from './metric-sql.ts';
import { factsBy, joinRanked, passesOf, ROWS } from './passes.ts';
import { metricOf, type QueryParts, wholeOf } from './query-parts.ts';

/** `ranked` has the combinations that come first, `folded` the parts with all others as the rest. */
export function topTables(parts: QueryParts): SqlFragment[] {
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
export function leavesRest(parts: QueryParts): boolean {
  const { query, periods, aggregates } = parts;
  const areSums = [...aggregates.values()].every((aggregate) => typeof aggregate === 'string');
  return query.top !== undefined && !query.grain && periods.length === 1 && areSums && passesOf(parts).length === 1;
}

/** `pivot` and `total` of such a query; how many rows there are says whether there are others at all. */
export function leaderTables(parts: QueryParts): SqlFragment[] {
  const { query, dimensions, periods, aggregates } = parts;
  const counted = withRows(parts);
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
    sql`whole as materialized (${factsBy(withRows(wholeOf(parts)), {})})`,
    sql`total as (select ${figures((name) => name)} from whole)`,
    rankedTable(parts, factsBy(counted, { keys: true }), [...columns, ...names, ROWS]),
    sql`pivot as (${leaders}${query.top?.rest ? rest : sql``})`,
  ];
}

function withRows(parts: QueryParts): QueryParts {
  const [rows = 'count(*)'] = parts.sources.flatMap((source) => source.rows ?? []);
  return { ...parts, aggregates: new Map([...parts.aggregates, [ROWS, rows]]) };
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
  const slots = query.grain ? ['ordinal'] : [];
  const keys = [...slots, 'rest', ...dimensions.map(({ column }) => column)];
  const values = dimensions.map(({ column }) => ({ column, value: trustedSql(`p.${column}`) }));
  const inner = joinSql(
    [
      sql`p.period`,
      ...slots.map((column) => trustedSql(`p.${column}`)),
      sql`(top.member is null) as rest`,
      ...dimensions.map(({ column }) => trustedSql(`top.${column}`)),
      ...[...parts.aggregates.keys()].map((name) => trustedSql(`p.${name}`)),
    ],
    ', ',
  );
  const columns = joinSql([sql`period`, ...keys.map(trustedSql), ...sums(parts)], ', ');
  return sql`select ${columns} from (select ${inner} from part p${joinRanked(parts, values)}) as f${others}
      group by period, ${trustedSql(keys.join(', '))}`;
}
