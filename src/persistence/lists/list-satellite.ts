import { allOf, SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { type ListOrder, orderBy } from './list-order.ts';
import type { Reading } from './list-reading.ts';
import { aliasesIn, aliasIn, names, textOf } from './list-tables.ts';

/**
 * A table with one row for some of the records of a list, which the list joins: what is asked of it alone is answered without
 * the records' own table. It repeats what the list is ordered by, so that its indexes hold that.
 */
export interface Satellite {
  /** The table and its alias. */
  readonly table: string;
  /** The repeated columns, by those of the records' own table, its id among them. They never change. */
  readonly repeats: Readonly<Record<string, string>>;
  /** Columns that no index holds. */
  readonly unindexed: readonly string[];
}

/** Whether conditions of a list are of its satellite and of no other table. */
export function areOf(
  satellite: Satellite | undefined,
  { from, conditions }: Pick<Reading, 'from' | 'conditions'>,
): satellite is Satellite {
  if (!satellite) return false;
  const text = textOf(conditions);
  return names(text, aliasIn(satellite.table)) && !namesOthers(text, from, satellite);
}

/**
 * The same rows by what the satellite repeats, those left out that it lacks; without the records' own table where nothing else
 * of it is needed.
 */
export function bySatellite(reading: Reading, satellite: Satellite): Reading {
  const { table, repeats } = satellite;
  const moved = {
    ...reading,
    id: repeated(reading.id, repeats),
    conditions: reading.conditions.map((condition) => moveTo(condition, repeats)),
    after: reading.after.map((condition) => moveTo(condition, repeats)),
    order: inItsColumns(reading.order, satellite),
  };
  const isAlone = !namesOthers(
    textOf([...moved.conditions, ...moved.after, orderBy(moved.order)]),
    reading.from,
    satellite,
  );
  return isAlone ? { ...moved, from: table } : moved;
}

/** An order by what the satellite repeats. */
export function inItsColumns(order: ListOrder, { repeats }: Satellite): ListOrder {
  const keys = order.keys.map(({ field, direction }) => ({
    field: { ...field, column: repeated(field.column, repeats) },
    direction,
  }));
  return { ...order, keys };
}

/** Whether an order begins with a column of the satellite. */
export function begins({ table }: Satellite, { keys: [first] }: ListOrder): boolean {
  return first !== undefined && names(first.field.column, aliasIn(table));
}

/** Whether records without a row in the satellite meet conditions of it: SQL that PostgreSQL evaluates once. */
export function metWithout({ table }: Satellite, conditions: readonly SqlFragment[]): SqlFragment {
  return sql`exists (select 1 from (select 1) one left join ${trustedSql(table)} on false where ${allOf(conditions)})`;
}

/**
 * Splits conditions of records and their satellite.
 * @returns those of the satellite alone, and those of the records that it repeats, in its columns; undefined where one of them is missing
 */
export function repeatedIn(
  satellite: Satellite,
  { from, conditions }: Pick<Reading, 'from' | 'conditions'>,
): { readonly own: readonly SqlFragment[]; readonly repeated: readonly SqlFragment[] } | undefined {
  const isOwn = (condition: SqlFragment) => areOf(satellite, { from, conditions: [condition] });
  const own = conditions.filter(isOwn);
  const others = conditions.filter((condition) => !isOwn(condition));
  const repeated = others.map((condition) => moveTo(condition, satellite.repeats)).filter(isOwn);
  return own.length > 0 && repeated.length > 0 ? { own, repeated } : undefined;
}

/** Whether conditions rest on what no index holds. */
export function needScan({ unindexed }: Satellite, conditions: readonly SqlFragment[]): boolean {
  const text = textOf(conditions);
  return unindexed.some((column) => text.includes(column));
}

/** Whether SQL names a column of another table than the satellite. */
export function namesOthers(text: string, from: string, { table }: Satellite): boolean {
  return aliasesIn(from).some((alias) => alias !== aliasIn(table) && names(text, alias));
}

function moveTo({ texts, holes }: SqlFragment, repeats: Satellite['repeats']): SqlFragment {
  return new SqlFragment(
    texts.map((text) => repeated(text, repeats)),
    holes.map((hole) => (hole instanceof SqlFragment ? moveTo(hole, repeats) : hole)),
  );
}

function repeated(text: string, repeats: Satellite['repeats']): string {
  return text.replace(/\w+\.\w+/g, (column) => repeats[column] ?? column);
}
