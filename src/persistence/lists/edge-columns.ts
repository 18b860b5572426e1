import type { RecordModel } from '../../model/record.ts';
import type { SelectedMember } from '../../model/selection.ts';
import { joinSql, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { edgeRows, type FollowEdge, type FollowedEdge, orderOf } from './edge-rows.ts';
import { orderBy, placeOf, writeCursor } from './list-order.ts';
import { type RecordList, rfc3339 } from './record-list.ts';

/** An edge that is read with the records that it starts from: a column of their statement. */
export interface EdgeColumn extends FollowedEdge {
  /** What the caller calls it: its key in the reply. */
  readonly as: string;
  /** Records of a list, and whether they are the last instead of the first. */
  readonly first: number;
  readonly isBackward: boolean;
  /** Members to read; default all. */
  readonly select: readonly string[] | undefined;
  readonly edges: readonly EdgeColumn[];
}

/** What was read along the selected edges of a record: a view or null, or a page of views. */
export type Followed = Readonly<Record<string, object | null | FollowedPage>>;

export interface FollowedPage {
  readonly items: readonly object[];
  readonly hasMore: boolean;
  readonly cursors: readonly string[];
}

const FOLLOWED = Symbol('followed');

/** What was read along the selected edges of a record, by their keys; undefined where none was. */
export function followedOf(record: object): Followed | undefined {
  return (record as { [FOLLOWED]?: Followed })[FOLLOWED];
}

/** The edges among the selected members of a record, at any depth. */
export function edgesIn(members: readonly SelectedMember[], from: RecordModel, follow: FollowEdge): EdgeColumn[] {
  return members.flatMap((member) => {
    // The resolver of the edge has no rows to look for.
    if (!('edge' in member) || member.edge.first === 0) return [];
    const { name, first, isBackward, record } = member.edge;
    const to = follow(from, name);
    const edges = edgesIn(record.members, to.list.model, follow);
    return [{ ...to, as: member.as, first, isBackward, select: record.fields, edges }];
  });
}

/** SQL of the edges of a list, a column for each. */
export function edgeColumns(edges: readonly EdgeColumn[], list: RecordList): SqlFragment[] {
  return edges.map((edge, at) => sql`${edgeJson(edge, list, `e${at}`)} as ${trustedSql(`"${columnName(at)}"`)}`);
}

function columnName(at: number): string {
  return `followed${at}`;
}

/** SQL of an edge as JSON. @param scope a name that no other edge of the statement has */
function edgeJson(edge: EdgeColumn, parent: RecordList, scope: string): SqlFragment {
  const { spec, list, first, isBackward, select, edges } = edge;
  const { from, order } = edgeRows(edge, { first: first + 1, isBackward }, parent, scope);
  const members = Object.entries(list.columns)
    .filter(([member]) => select?.includes(member) ?? true)
    .map(([member, column]) => sql`${trustedSql(`'${member}'`)}, ${asJson(list, member, column)}`);
  const nested = edges.map(
    (inner, at) => sql`${trustedSql(`'${columnName(at)}'`)}, ${edgeJson(inner, list, `${scope}_${at}`)}`,
  );
  if (spec.kind === 'one') return sql`(select json_build_object(${joinSql([...members, ...nested], ', ')}) ${from})`;
  const place = sql`'cursorPlace', ${placeOf(order)}`;
  const record = sql`json_build_object(${joinSql([...members, ...nested, place], ', ')})`;
  return sql`(select coalesce(json_agg(${record} order by ${orderBy(order)}), '[]') ${from})`;
}

/** Times as replies write them: JSON of PostgreSQL has another form. */
function asJson({ model }: RecordList, member: string, column: SqlFragment): SqlFragment {
  return model.fields[member]?.spec.kind === 'time' ? rfc3339(column) : column;
}

/** The view of a row with what its edges lead to. */
export function viewFollowed<R extends object, T>(row: R, view: (row: R) => T, edges: readonly EdgeColumn[]): T {
  const record = view(row);
  if (edges.length > 0) {
    const followed = Object.fromEntries(
      edges.map((edge, at) => [edge.as, viewEdge(edge, Reflect.get(row, columnName(at)))]),
    );
    Object.defineProperty(record, FOLLOWED, { value: followed });
  }
  return record;
}

type EdgeRow = { readonly cursorPlace: string };

function viewEdge(edge: EdgeColumn, value: unknown): object | null | FollowedPage {
  const { spec, first, isBackward, edges } = edge;
  const viewOf = (row: EdgeRow) => viewFollowed(row, edge.view as (row: EdgeRow) => object, edges);
  if (spec.kind === 'one') return value === null ? null : viewOf(value as EdgeRow);
  const rows = value as readonly EdgeRow[];
  if (spec.kind === 'latest') return rows[0] ? viewOf(rows[0]) : null;
  const order = orderOf(edge);
  const shown = isBackward ? rows.slice(Math.max(rows.length - first, 0)) : rows.slice(0, first);
  return {
    items: shown.map(viewOf),
    hasMore: rows.length > first,
    cursors: shown.map(({ cursorPlace }) => writeCursor(order, cursorPlace)),
  };
}
