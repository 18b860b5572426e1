import {
  allOf,
  isIn,
  isSame,
  joinSql,
  leftJoin,
  type Source,
  type SqlFragment,
  sourcesOf,
  sql,
  tableSql,
  trustedSql,
  withParts,
} from '../sql/sql.ts';
import { type ListOrder, orderBy } from './list-order.ts';
import type { Reading } from './list-reading.ts';

/**
 * A table with one row for some of the records of a list, which the list joins: what is asked of it alone is answered without
 * the records' own table. It repeats what the list is ordered by, so that its indexes hold that.
 */
export interface Satellite {
  /** The join of the list. */
  readonly table: Source;
  /** Columns of the records' own table, its id among them, and those that repeat them. They never change. */
  readonly repeats: readonly (readonly [own: SqlFragment, repeated: SqlFragment])[];
  /** Columns that no index holds. */
  readonly unindexed: readonly SqlFragment[];
}

/** Whether conditions of a list are of its satellite and of no other table. */
export function areOf(satellite: Satellite | undefined, conditions: readonly SqlFragment[]): satellite is Satellite {
  return satellite !== undefined && sourcesOf(conditions).has(satellite.table) && !namesOthers(conditions, satellite);
}

/**
 * The same rows by what the satellite repeats, those left out that it lacks; without the records' own table where nothing else
 * of it is needed.
 */
export function bySatellite(reading: Reading, satellite: Satellite): Reading {
  const moved = {
    ...reading,
    id: moveTo(reading.id, satellite),
    conditions: reading.conditions.map((condition) => moveTo(condition, satellite)),
    after: reading.after.map((condition) => moveTo(condition, satellite)),
    order: inItsColumns(reading.order, satellite),
  };
  const isAlone = !namesOthers([...moved.conditions, ...moved.after, orderBy(moved.order)], satellite);
  return isAlone ? { ...moved, table: satellite.table, joins: [] } : moved;
}

/** An order by what the satellite repeats. */
export function inItsColumns(order: ListOrder, satellite: Satellite): ListOrder {
  const keys = order.keys.map(({ field, direction }) => ({
    field: { ...field, column: moveTo(field.column, satellite) },
    direction,
  }));
  return { ...order, keys };
}

/** Whether an order begins with a column of the satellite. */
export function begins({ table }: Satellite, { keys: [first] }: ListOrder): boolean {
  return first !== undefined && sourcesOf([first.field.column]).has(table);
}

/** Whether records without a row in the satellite meet conditions of it: SQL that PostgreSQL evaluates once. */
export function metWithout({ table }: Satellite, conditions: readonly SqlFragment[]): SqlFragment {
  return sql`exists (select 1 from (select 1) one left join ${tableSql(table)} on false where ${allOf(conditions)})`;
}

/**
 * Splits conditions of records and their satellite.
 * @returns those of the satellite alone, and those of the records that it repeats, in its columns; undefined where one of them is missing
 */
export function repeatedIn(
  satellite: Satellite,
  conditions: readonly SqlFragment[],
): { readonly own: readonly SqlFragment[]; readonly repeated: readonly SqlFragment[] } | undefined {
  const isOwn = (condition: SqlFragment) => areOf(satellite, [condition]);
  const own = conditions.filter(isOwn);
  const others = conditions.filter((condition) => !isOwn(condition));
  const repeated = others.map((condition) => moveTo(condition, satellite)).filter(isOwn);
  return own.length > 0 && repeated.length > 0 ? { own, repeated } : undefined;
}

/** Whether conditions rest on what no index holds. */
export function needScan({ unindexed }: Satellite, conditions: readonly SqlFragment[]): boolean {
  return unindexed.some((column) => conditions.some((condition) => isIn(column, condition)));
}

/** Whether an order begins with what no index holds. */
export function isUnindexed({ unindexed }: Satellite, { keys: [first] }: ListOrder): boolean {
  return unindexed.some((column) => isSame(column, first?.field.column));
}

/** Joins of the other tables of a list, where the satellite comes before them; each of its rows has one of theirs. */
export function joinedTo({ table: { on } }: Satellite, { table, joins }: Reading): SqlFragment {
  const own = sql`join ${tableSql(table)} on ${on ?? trustedSql('true')}`;
  return joinSql([own, ...joins.filter((join) => join.on !== on).map(leftJoin)], ' ');
}

/** Whether SQL names a column of another table than the satellite. */
export function namesOthers(fragments: readonly SqlFragment[], { table }: Satellite): boolean {
  return [...sourcesOf(fragments)].some((source) => source !== table);
}

function moveTo(fragment: SqlFragment, { repeats }: Satellite): SqlFragment {
  return withParts(fragment, (part) => repeats.find(([own]) => isSame(own, part))?.[1]);
}
