import { allOf, Column, neededOf, type SqlFragment, sql, tableSql, tablesSql, trustedSql } from '../sql/sql.ts';
import { type Asked, conditionsOf, partsOf } from './list-conditions.ts';
import type { ListDefinition, ListQuery, ListTally } from './list-definition.ts';
import { asksOnly, compileFilter } from './list-filter.ts';
import { searchedTotal } from './list-search.ts';
import { areOf, metWithout, repeatedIn } from './side-table.ts';

/** A tally and its rows for all matching records, from `from` on. */
export interface Tallied {
  readonly tally: ListTally;
  readonly rows: SqlFragment;
}

/** SQL of the number of all matching rows, from the tally of the list where it knows all that is asked. */
export function totalOf(list: ListDefinition, query: ListQuery, asked: Asked, now: Date): SqlFragment {
  const { sideTable, tally, searchAcross = [], where } = list;
  const { search } = asked;
  if (search !== undefined && searchAcross.length > 0) return searchedTotal(partsOf(list, asked, search));
  const tallied = talliedOf(list, query, now);
  if (tallied) return sql`(${countOfTally(tallied)})`;
  const matching = conditionsOf(list, asked);
  const counted = countOf(list, matching);
  if (tally && asked.existing.length === 0 && search === undefined) {
    const all = countOfTally(talliedBy(tally, []));
    const otherSide = otherSideOf(list, asked, now);
    if (otherSide) {
      const { isSmaller, count } = otherSide;
      return sql`(case when ${isSmaller} then (${all}) - ${count} else ${counted} end)::int`;
    }
  }
  if (!sideTable) return counted;
  const { table } = sideTable;
  if (tally && !where && areOf(sideTable, matching)) {
    const without = sql`(${countOfTally(talliedBy(tally, []))}) - (select count(*) from ${tableSql(table)})`;
    return sql`((select count(*) from ${tableSql(table)} where ${allOf(matching)})
      + case when ${metWithout(sideTable, matching)} then ${without} else 0 end)::int`;
  }
  const both = repeatedIn(sideTable, matching);
  if (!both) return counted;
  // What the side table repeats leaves fewer of its rows to join.
  const joined = countOf(list, [...matching, ...both.repeated]);
  return sql`(case when ${metWithout(sideTable, both.own)} then ${counted} else ${joined} end)`;
}

function countOf(list: ListDefinition, conditions: readonly SqlFragment[]): SqlFragment {
  return sql`(select count(*)::int from ${tablesSql(neededOf(list, conditions))} where ${allOf(conditions)})`;
}

/** The tally of a list and its rows for all matching rows; undefined where it does not know all that is asked. */
export function talliedOf({ tally }: ListDefinition, query: ListQuery, now: Date): Tallied | undefined {
  const { where = [], search, within, filter } = query;
  if (!tally || where.length > 0 || search) return undefined;
  if (!asksOnly(tally.fields, within) || !asksOnly(tally.fields, filter)) return undefined;
  const conditions = [within, filter].flatMap((node) => (node ? [compileFilter(tally.fields, node, now)] : []));
  return talliedBy(tally, conditions);
}

function talliedBy(tally: ListTally, conditions: readonly SqlFragment[]): Tallied {
  return { tally, rows: sql`from ${tableSql(tally.table)} where ${allOf(conditions)}` };
}

function countOfTally({ tally: { table }, rows }: Tallied): SqlFragment {
  return sql`select coalesce(sum(${table}.count), 0)::int ${rows}`;
}

/** The rows on the other side of a time. */
interface OtherSide {
  /** SQL: whether they are fewer than those on this side. */
  readonly isSmaller: SqlFragment;
  /** SQL of their number. */
  readonly count: SqlFragment;
}

const OPPOSITES: Readonly<Record<string, string>> = {
  gt: 'lte',
  gte: 'lt',
  lt: 'gte',
  lte: 'gt',
  withinLast: 'olderThan',
  olderThan: 'withinLast',
};

/**
 * The rows on the other side of a time, where filters ask for nothing but those on one side of it, and every row has one. Whoever counts a list since
 * its first year asks for most of it: two million entries of an index are read then, or a few. The smaller side is the one that the middle of
 * PostgreSQL's histogram is not on; without a histogram it is not known.
 */
function otherSideOf({ table, fields }: ListDefinition, { filters }: Asked, now: Date): OtherSide | undefined {
  // A group is a condition of no operator.
  const [only, ...others] = filters.flatMap((filter) =>
    Object.entries(filter).flatMap(([name, part]) => {
      if (part === undefined) return [];
      if (!Object.hasOwn(fields, name)) return [{ name, operator: '', value: part }];
      return Object.entries(part).flatMap(([operator, value]) =>
        value === undefined ? [] : [{ name, operator, value }],
      );
    }),
  );
  if (!only || others.length > 0) return undefined;
  const { name, operator, value } = only;
  const { column, type, notNull } = fields[name] ?? {};
  const opposite = OPPOSITES[operator];
  if (!opposite || type !== 'time' || !notNull || !(column instanceof Column) || column.source !== table)
    return undefined;
  const isWhere = (which: string) => compileFilter(fields, { [name]: { [which]: value } }, now);
  const bounds = `select histogram_bounds::text::timestamptz[] as b from pg_stats
    where schemaname = current_schema() and tablename = '${table.table}' and attname = '${column.name}'`;
  const middle = trustedSql(`(select b[cardinality(b) / 2] as ${column.name} from (${bounds}) h) ${table.alias}`);
  return {
    isSmaller: sql`exists (select 1 from ${middle} where ${isWhere(operator)})`,
    count: sql`(select count(*) from ${tableSql(table)} where ${isWhere(opposite)})`,
  };
}
