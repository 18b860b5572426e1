import type { EdgeSpec } from '../../model/edge.ts';
import { allOf, joinSql, leftJoin, type SqlFragment, sql, tableSql, trustedSql } from '../sql/sql.ts';
import { conditionsOf, orderOf } from './edge-reader.ts';
import { orderBy, placeOf, writeCursor } from './list-order.ts';
import { idIn, type RecordList, rfc3339, sqlOfField } from './record-list.ts';

/** An edge that is read with the records that it starts from, in the same statement. */
export interface PlannedEdge {
  /** What the caller calls it: its key in the reply. */
  readonly as: string;
  /** For example `Customer.sales`. */
  readonly name: string;
  readonly spec: EdgeSpec;
  readonly list: RecordList;
  /** Records of a list. */
  readonly first: number;
  /** Members to read; default all. */
  readonly select: readonly string[] | undefined;
  readonly edges: readonly PlannedEdge[];
  readonly view: (row: never) => object;
}

/** What was read along the planned edges of a record: a view or null, or a page of views. */
export type Followed = Readonly<Record<string, object | null | FollowedPage>>;

export interface FollowedPage {
  readonly items: readonly object[];
  readonly hasMore: boolean;
  readonly cursors: readonly string[];
}

const FOLLOWED = Symbol('followed');

/** What was read along the planned edges of a record, by their keys; undefined where nothing was planned. */
export function followedOf(record: object): Followed | undefined {
  return (record as { [FOLLOWED]?: Followed })[FOLLOWED];
}

/** One column for each planned edge of a list. @param source of the list */
export function edgeColumns(edges: readonly PlannedEdge[], list: RecordList): SqlFragment[] {
  return edges.map((edge, at) => sql`${edgeJson(edge, list, `e${at}`)} as ${trustedSql(`"${columnName(at)}"`)}`);
}

function columnName(at: number): string {
  return `followed${at}`;
}

/**
 * SQL of an edge as JSON. The key is read outside of the lateral, because the tables inside may have the same aliases.
 * @param scope a name that no other edge of the statement has
 */
function edgeJson(edge: PlannedEdge, parent: RecordList, scope: string): SqlFragment {
  const { spec, list, first, select, edges } = edge;
  const { table, joins = [] } = list;
  const key = spec.kind === 'one' ? keyOf(spec.key, parent) : sql`${parent.table}.id`;
  const parentKey = trustedSql(`${scope}.key`);
  const joined = joinSql(joins.map(leftJoin), ' ');
  const members = Object.entries(list.columns)
    .filter(([member]) => select?.includes(member) ?? true)
    .map(([member, column]) => sql`${trustedSql(`'${member}'`)}, ${asJson(list, member, column)}`);
  const nested = edges.map(
    (inner, at) => sql`${trustedSql(`'${columnName(at)}'`)}, ${edgeJson(inner, list, `${scope}_${at}`)}`,
  );
  const from = sql`from (select ${key} as key) ${trustedSql(scope)}`;
  if (spec.kind === 'one') {
    const record = sql`json_build_object(${joinSql([...members, ...nested], ', ')})`;
    const existing = list.where ? sql` and ${list.where}` : trustedSql('');
    return sql`(select ${record} ${from} join ${tableSql(table)} on ${table}.id = ${parentKey}${existing} ${joined})`;
  }
  const named = { name: edge.name, spec, list };
  const order = orderOf(named);
  const by = orderBy(order);
  const record = sql`json_build_object(${joinSql([...members, ...nested, sql`'cursorPlace', ${placeOf(order)}`], ', ')})`;
  const conditions = allOf(conditionsOf(named, undefined, new Date(0), parentKey));
  const limit = spec.kind === 'latest' ? 1 : first + (spec.paged ? 1 : 0);
  return sql`(select coalesce(json_agg(${record} order by ${by}), '[]') ${from}
    cross join lateral (select ${table}.* from ${tableSql(table)} where ${conditions} order by ${by} limit (select ${limit}::bigint)) ${table} ${joined})`;
}

/** The id that a field of a record holds: texts can hold others, such as `SYSTEM`, which lead nowhere. */
export function keyOf(name: string, { model, source }: RecordList): SqlFragment {
  const key = sqlOfField(name, source);
  return model.fields[name]?.spec.kind === 'id' ? key : idIn(key);
}

/** Times as replies write them: JSON of PostgreSQL has another form. */
function asJson({ model }: RecordList, member: string, column: SqlFragment): SqlFragment {
  return model.fields[member]?.spec.kind === 'time' ? rfc3339(column) : column;
}

type Row = Readonly<Record<string, unknown>>;

/** The view of a row with what its planned edges lead to. */
export function viewFollowed<T>(row: Row, view: (row: never) => T, edges: readonly PlannedEdge[]): T {
  const record = view(row as never);
  if (edges.length > 0) {
    const followed = Object.fromEntries(edges.map((edge, at) => [edge.as, viewEdge(edge, row[columnName(at)])]));
    Object.defineProperty(record, FOLLOWED, { value: followed });
  }
  return record;
}

function viewEdge({ name, spec, list, first, view, edges }: PlannedEdge, value: unknown): object | null | FollowedPage {
  if (spec.kind === 'one') return value === null ? null : viewFollowed(value as Row, view, edges);
  const rows = value as readonly Row[];
  if (spec.kind === 'latest') return rows[0] ? viewFollowed(rows[0], view, edges) : null;
  const order = orderOf({ name, spec, list });
  const shown = rows.slice(0, first);
  return {
    items: shown.map((row) => viewFollowed(row, view, edges)),
    hasMore: rows.length > first,
    cursors: shown.map(({ cursorPlace }) => writeCursor(order, String(cursorPlace))),
  };
}
