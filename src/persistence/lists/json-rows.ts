import type { FieldKind, RecordModel } from '../../model/record.ts';
import type { SelectedEdge, SelectedMember } from '../../model/selection.ts';
import { joinSql, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { edgeRows, type FollowEdge } from './edge-rows.ts';
import { orderBy } from './list-order.ts';
import { type RecordList, rfc3339, shownColumn } from './record-list.ts';

/** Kinds of fields that JSON of PostgreSQL can hold as the API writes them. */
const WRITERS: Partial<Record<FieldKind, (column: SqlFragment) => SqlFragment>> = {
  id: quoted,
  enum: quoted,
  text: escaped,
  email: escaped,
  texts: escaped,
  number: escaped,
  time: (column) => quoted(rfc3339(column)),
  integer: plain,
  bigInteger: plain,
  money: plain,
  boolean: plain,
};

/** Whether PostgreSQL can write a field of a record as the API does. */
export function isWritable(model: RecordModel, field: string): boolean {
  const spec = model.fields[field]?.spec;
  return spec !== undefined && WRITERS[spec.kind] !== undefined && !spec.uses.has('internal') && !spec.uses.has('part');
}

/**
 * SQL of a record as JSON text, with nothing but these members, in their order; never null.
 * @throws Error for a member that is resolved apart, which no column has: such a selection is read as rows
 */
export function jsonOf(
  list: RecordList,
  members: readonly SelectedMember[],
  follow: FollowEdge,
  scope = 'e',
): SqlFragment {
  return objectOf(members.map((member, at) => [member.as, valueSql(list, member, follow, `${scope}_${at}`)]));
}

function valueSql(list: RecordList, member: SelectedMember, follow: FollowEdge, scope: string): string | SqlFragment {
  if ('json' in member) return member.json;
  if ('field' in member) return fieldOf(list, member.field);
  if ('idOf' in member) return sql`${literal(`"${member.idOf}:`)} || (${columnOf(list, 'id')})::text || '"'`;
  if ('edge' in member) return edgeOf(member.edge, list, follow, scope);
  if ('isApart' in member) throw new Error(`${list.model.name} has no column for ${member.as}.`);
  const { members, unlessNull } = member.part;
  const part = jsonOf(list, members, follow, scope);
  if (!unlessNull) return part;
  return sql`case when ${columnOf(list, unlessNull)} is null then 'null' else ${part} end`;
}

/** @param members each with its value: SQL of JSON text, or the JSON itself */
function objectOf(members: readonly (readonly [name: string, value: string | SqlFragment])[]): SqlFragment {
  const parts: SqlFragment[] = [];
  let text = '{';
  for (const [at, [name, value]] of members.entries()) {
    text += `${at > 0 ? ',' : ''}"${name}":`;
    if (typeof value === 'string') {
      text += value;
      continue;
    }
    parts.push(literal(text), value);
    text = '';
  }
  return sql`(${joinSql([...parts, literal(`${text}}`)], ' || ')})`;
}

function edgeOf(edge: SelectedEdge, parent: RecordList, follow: FollowEdge, scope: string): SqlFragment {
  const { page } = edge;
  const to = follow(parent.model, edge.name);
  const record = jsonOf(to.list, edge.record.members, follow, scope);
  const { from, order } = edgeRows(to, edge, parent, scope);
  if (to.spec.kind !== 'many') return sql`coalesce((select ${record} ${from}), 'null')`;
  const items = sql`'[' || coalesce((select string_agg(${record}, ',' order by ${orderBy(order)}) ${from}), '') || ']'`;
  return objectOf((page ?? []).map(({ as, json }) => [as, json ?? items]));
}

function fieldOf(list: RecordList, field: string): SqlFragment {
  const spec = list.model.fields[field]?.spec;
  const write = spec && WRITERS[spec.kind];
  if (!write) throw new Error(`${list.model.name}.${field} cannot be written by PostgreSQL.`);
  return sql`coalesce(${write(shownColumn(spec, columnOf(list, field)))}, 'null')`;
}

function columnOf(list: RecordList, field: string): SqlFragment {
  const column = list.columns[field];
  if (column === undefined) throw new Error(`${list.model.name}.${field} has no column.`);
  return column;
}

/** Of values that have nothing to escape: ids, words of an enumeration, times. */
function quoted(column: SqlFragment): SqlFragment {
  return sql`'"' || (${column})::text || '"'`;
}

function escaped(column: SqlFragment): SqlFragment {
  return sql`to_json(${column})::text`;
}

function plain(column: SqlFragment): SqlFragment {
  return sql`(${column})::text`;
}

function literal(text: string): SqlFragment {
  return trustedSql(`'${text.replaceAll("'", "''")}'`);
}
