import type { EdgeSpec } from '../../model/edge.ts';
import type { RecordModel } from '../../model/record.ts';
import { allOf, joinSql, leftJoin, type SqlFragment, sql, tableSql, trustedSql } from '../sql/sql.ts';
import { filterEdgesOf } from './filter-edges.ts';
import { orderOf as listOrderOf } from './list-definition.ts';
import { compileFilter, type FilterNode } from './list-filter.ts';
import { type ListOrder, orderBy, readOrder, reversed, type SortKey } from './list-order.ts';
import { idIn, listField, type RecordList, sqlOfField } from './record-list.ts';

/** An edge with its name, for example `Customer.sales`, and the list of the records that it leads to. */
export interface NamedEdge {
  readonly name: string;
  readonly spec: EdgeSpec;
  readonly list: RecordList;
}

/** An edge that is followed, and what callers see of a row that it leads to. */
export interface FollowedEdge extends NamedEdge {
  readonly view: (row: never) => object;
}

/** Finds what an edge of a record leads to, by its name. */
export type FollowEdge = (from: RecordModel, name: string) => FollowedEdge;

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

/** @param parent SQL of the id of the record that the edge starts from */
export function conditionsOf(
  { name, spec, list }: NamedEdge,
  filter: FilterNode | undefined,
  now: Date,
  parent = trustedSql('parent.id'),
): SqlFragment[] {
  const { source, fields } = list;
  const { where, edges = {} } = source;
  return [
    sql`${sqlOfField(spec.key, source)} = ${parent}`,
    ...[where, edges[name]].flatMap((condition) => condition ?? []),
    ...(filter ? [compileFilter(fields, filter, now, filterEdgesOf(list, now))] : []),
  ];
}

/** Newest first unless the edge says otherwise; the tie-break follows the direction, so that one index can serve both. */
export function orderOf({ name, spec, list }: NamedEdge, sort: readonly SortKey[] = []): ListOrder {
  const { model, source, tieBreak } = list;
  // A cursor of one list is none of another.
  if (sort.length > 0) return listOrderOf({ ...list, identity: name }, sort);
  const keys = Object.fromEntries(
    spec.order.map(({ field }) => [field, listField(model, field, sqlOfField(field, source))]),
  );
  return readOrder(name, keys, spec.order, [{ column: tieBreak, type: 'id', notNull: true }]);
}
