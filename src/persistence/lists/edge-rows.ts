import { allOf, joinSql, leftJoin, type SqlFragment, sql, tableSql, trustedSql } from '../sql/sql.ts';
import { conditionsOf, type NamedEdge, orderOf } from './edge-reader.ts';
import { type ListOrder, orderBy, reversed } from './list-order.ts';
import { idIn, type RecordList, sqlOfField } from './record-list.ts';

/** What an edge leads to from one row of a list. */
export interface EdgeRows {
  /** From `from` on. */
  readonly from: SqlFragment;
  /** The order of a list, by which whoever aggregates the rows sorts them again; of no key for one record. */
  readonly order: ListOrder;
}

/**
 * SQL of the rows that an edge leads to, for a subquery in the select list of the records that it starts from. The key is read outside of
 * the lateral, because the tables inside may have the same aliases.
 * @param page of a list: how many, and whether they are the last ones
 * @param scope a name that no other edge of the statement has
 */
export function edgeRows(
  edge: NamedEdge,
  { first, isBackward }: { readonly first: number; readonly isBackward: boolean },
  parent: RecordList,
  scope: string,
): EdgeRows {
  const { spec, list } = edge;
  const { table, joins = [], where } = list;
  const key = trustedSql(`${scope}.key`);
  const joined = joinSql(joins.map(leftJoin), ' ');
  if (spec.kind === 'one') {
    const existing = allOf([sql`${table}.id = ${key}`, ...(where ? [where] : [])]);
    const from = sql`from (select ${keyOf(spec.key, parent)} as key) ${trustedSql(scope)} join ${tableSql(table)} on ${existing} ${joined}`;
    return { from, order: { keys: [], seal: '' } };
  }
  const order = orderOf(edge);
  const conditions = allOf(conditionsOf(edge, undefined, new Date(0), key));
  const limit = spec.kind === 'latest' ? 1 : first;
  const from = sql`from (select ${parent.table}.id as key) ${trustedSql(scope)}
    cross join lateral (select ${table}.* from ${tableSql(table)} where ${conditions} order by ${orderBy(isBackward ? reversed(order) : order)} limit (select ${limit}::bigint)) ${table} ${joined}`;
  return { from, order };
}

/** The id that a field of a record holds: texts can hold others, such as `SYSTEM`, which lead nowhere. */
function keyOf(name: string, { model, source }: RecordList): SqlFragment {
  const key = sqlOfField(name, source);
  return model.fields[name]?.spec.kind === 'id' ? key : idIn(key);
}
