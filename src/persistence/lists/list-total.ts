import { allOf, neededOf, type SqlFragment, sql, tableSql, tablesSql } from '../sql/sql.ts';
import { otherSideOf } from './list-complement.ts';
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
