import {
  allOf,
  joinSql,
  Source,
  type SqlFragment,
  sql,
  type Tables,
  tableSql,
  tablesSql,
  trustedSql,
} from '../sql/sql.ts';
import { type ListOrder, orderBy } from './list-order.ts';

/** Of so many rows it is quickly known whether enough of them match. */
export const NEAR = 2_000;

/** Rows of a list in its order, and the id of each. */
export interface RowSource extends Required<Tables> {
  readonly id: SqlFragment;
  readonly conditions: readonly SqlFragment[];
  /** Those that follow a cursor. */
  readonly after: readonly SqlFragment[];
  readonly order: ListOrder;
}

/** The part of the rows that a page shows. */
export interface Window {
  readonly limit: number;
  readonly skip: number;
}

/** Columns: the id of a row, and its place in the order. */
export function columnsOf({ id, order }: RowSource): SqlFragment {
  const keys = order.keys.map(({ field }, at) => sql`${field.column} as ${trustedSql(`k${at}`)}`);
  return joinSql([sql`${id} as id`, ...keys], ', ');
}

/** The order of what `columnsOf` selected, as `found`. */
export function orderOfFound(order: ListOrder): SqlFragment {
  const keys = order.keys.map((key, at) => ({ ...key, field: { ...key.field, column: trustedSql(`found.k${at}`) } }));
  return orderBy({ ...order, keys });
}

/** From `from` on: the rows in order. */
export function rowsInOrder(source: RowSource, { limit, skip }: Window): SqlFragment {
  return sql`from ${tablesSql(source)} where ${matching(source)} order by ${orderBy(source.order)} ${window(limit, skip)}`;
}

/**
 * From `from` on: those of the first rows in an order of the list's own table that match.
 * @param count how many rows are looked at
 * @param when whether any are, evaluated once
 */
export function amongFirst(source: RowSource, count: number, when: SqlFragment, { limit, skip }: Window): SqlFragment {
  const { table, conditions, after, order } = source;
  const first = sql`select ${table}.* from ${tableSql(table)} where ${allOf([when, ...after])} order by ${orderBy(order)} ${window(count, 0)}`;
  return sql`from ${tablesSql(among(first, source))} where ${allOf(conditions)}
    order by ${orderBy(order)} ${window(limit, skip)}`;
}

/** The tables with some rows of the list's own table instead of all of it. */
export function among(rows: SqlFragment, { table, joins }: Required<Tables>): Tables {
  return { table: new Source(sql`(${rows})`, table.alias), joins };
}

/** All conditions. */
export function matching({ conditions, after }: Pick<RowSource, 'conditions' | 'after'>): SqlFragment {
  return allOf([...conditions, ...after]);
}

/** The limit of a statement, as text: plans depend on it. */
export function window(limit: number, skip: number): SqlFragment {
  return trustedSql(`limit ${limit} offset ${skip}`);
}
