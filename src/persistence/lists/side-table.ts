import { allOf, isIn, isSame, type Source, type SqlFragment, sourcesOf, sql, tableSql, withParts } from '../sql/sql.ts';
import { type ListOrder, orderBy } from './list-order.ts';
import type { RowSource } from './row-source.ts';

/**
 * A table with one row for some of the records of a list, which the list joins: what is asked of it alone is answered without
 * the records' own table. It repeats what the list is ordered by, so that its indexes hold that.
 */
export interface SideTable {
  /** The join of the list. */
  readonly table: Source;
  /** Columns of the records' own table, its id among them, and those that repeat them. They never change. */
  readonly repeats: readonly Repeated[];
  /** Columns that no index holds. */
  readonly unindexed: readonly SqlFragment[];
}

/** A column of a list's own table, and that of another one which repeats it. */
export type Repeated = readonly [own: SqlFragment, repeated: SqlFragment];

/** Whether conditions of a list are of its side table and of no other table. */
export function areOf(sideTable: SideTable | undefined, conditions: readonly SqlFragment[]): sideTable is SideTable {
  return sideTable !== undefined && sourcesOf(conditions).has(sideTable.table) && !namesOthers(conditions, sideTable);
}

/**
 * The same rows by what the side table repeats, those left out that it lacks; without the records' own table where nothing else
 * of it is needed.
 */
export function bySideTable(source: RowSource, sideTable: SideTable): RowSource {
  const moved = {
    ...source,
    id: moveTo(source.id, sideTable),
    conditions: source.conditions.map((condition) => moveTo(condition, sideTable)),
    after: source.after.map((condition) => moveTo(condition, sideTable)),
    order: inItsColumns(source.order, sideTable),
  };
  const isAlone = !namesOthers([...moved.conditions, ...moved.after, orderBy(moved.order)], sideTable);
  return isAlone ? { ...moved, table: sideTable.table, joins: [] } : moved;
}

/** An order by what the side table repeats. */
export function inItsColumns(order: ListOrder, sideTable: Pick<SideTable, 'repeats'>): ListOrder {
  const keys = order.keys.map((key) => ({
    ...key,
    field: { ...key.field, column: moveTo(key.field.column, sideTable) },
  }));
  return { ...order, keys };
}

/** Whether an order begins with a column of the side table. */
export function begins({ table }: SideTable, { keys: [first] }: ListOrder): boolean {
  return first !== undefined && sourcesOf([first.field.column]).has(table);
}

/** Whether records without a row in the side table meet conditions of it: SQL that PostgreSQL evaluates once. */
export function metWithout({ table }: SideTable, conditions: readonly SqlFragment[]): SqlFragment {
  return sql`exists (select 1 from (select 1) one left join ${tableSql(table)} on false where ${allOf(conditions)})`;
}

/**
 * Splits conditions of records and their side table.
 * @returns those of the side table alone, and those of the records that it repeats, in its columns; undefined where one of them is missing
 */
export function repeatedIn(
  sideTable: SideTable,
  conditions: readonly SqlFragment[],
): { readonly own: readonly SqlFragment[]; readonly repeated: readonly SqlFragment[] } | undefined {
  const isOwn = (condition: SqlFragment) => areOf(sideTable, [condition]);
  const own = conditions.filter(isOwn);
  const others = conditions.filter((condition) => !isOwn(condition));
  const repeated = others.map((condition) => moveTo(condition, sideTable)).filter(isOwn);
  return own.length > 0 && repeated.length > 0 ? { own, repeated } : undefined;
}

/** Whether conditions rest on what no index holds. */
export function needScan({ unindexed }: SideTable, conditions: readonly SqlFragment[]): boolean {
  return unindexed.some((column) => conditions.some((condition) => isIn(column, condition)));
}

/** Whether SQL names a column of another table than the side table. */
export function namesOthers(fragments: readonly SqlFragment[], { table }: SideTable): boolean {
  return [...sourcesOf(fragments)].some((source) => source !== table);
}

/** SQL of a list's own table by what another one repeats. */
export function moveTo(fragment: SqlFragment, { repeats }: Pick<SideTable, 'repeats'>): SqlFragment {
  return withParts(fragment, (part) => repeats.find(([own]) => isSame(own, part))?.[1]);
}
