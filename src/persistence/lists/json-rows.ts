import type { FieldKind, RecordModel } from '../../model/record.ts';
import type { StoredMember } from '../../model/selection.ts';
import { joinSql, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import type { NamedEdge } from './edge-reader.ts';
import { edgeRows } from './edge-rows.ts';
import { orderBy } from './list-order.ts';
import { type RecordList, rfc3339, shownColumn } from './record-list.ts';

/** A member of an object that PostgreSQL writes as JSON. */
export type JsonMember = StoredMember | { readonly as: string; readonly edge: JsonEdge };

/** What an edge leads to: an object, or a list of at most `first`, which are its last ones if `isBackward`. */
export interface JsonEdge extends NamedEdge {
  readonly first: number;
  readonly isBackward: boolean;
  readonly members: readonly JsonMember[];
  /** The members of the object around a page: those without JSON hold the list. */
  readonly page: readonly { readonly as: string; readonly json?: string }[] | undefined;
}

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

/** SQL of a record as JSON text, with nothing but these members, in their order; never null. */
export function jsonOf(list: RecordList, members: readonly JsonMember[], scope = 'e'): SqlFragment {
  return objectOf(members.map((member, at) => [member.as, valueSql(list, member, `${scope}_${at}`)]));
}

function valueSql(list: RecordList, member: JsonMember, scope: string): string | SqlFragment {
  if ('json' in member) return member.json;
  if ('field' in member) return fieldOf(list, member.field);
  if ('idOf' in member) return sql`${literal(`"${member.idOf}:`)} || (${columnOf(list, 'id')})::text || '"'`;
  if ('edge' in member) return edgeOf(member.edge, list, scope);
  const { members, unlessNull } = member.part;
  const part = jsonOf(list, members, scope);
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

function edgeOf(edge: JsonEdge, parent: RecordList, scope: string): SqlFragment {
  const { spec, list, members, page } = edge;
  const record = jsonOf(list, members, scope);
  const { from, order } = edgeRows(edge, edge, parent, scope);
  if (spec.kind !== 'many') return sql`coalesce((select ${record} ${from}), 'null')`;
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
