import { type FieldKind, type FieldSpec, fieldsWith, type RecordModel } from '../../model/record.ts';
import { records } from '../../model/records/all.ts';
import { type RecordList, sqlOfField } from '../lists/record-list.ts';
import { textOf } from '../sql/sql.ts';
import type { DescribedDimension } from './question-set.ts';

/** The text that people know a record by, by its name: its table and column. Edges to these can be counted by. */
const TITLES: Readonly<Record<string, readonly [table: string, column: string]>> = {
  AdminOption: ['admin', 'name'],
  Customer: ['customer', 'full_name'],
  Release: ['release', 'version'],
};

/** A name of ours as a value of an enumeration: `netRevenue` is `NET_REVENUE`. */
export function constantName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/**
 * The dimensions of a record: its own fields, and the records that its edges lead to by an id.
 * @param edge the edge that leads to the record, where it is not the one that is counted: its name comes before theirs,
 *   and all of them need its operation
 */
export function dimensionsOf(
  { model, source }: RecordList,
  edge?: { readonly name: string; readonly needs?: string },
  except: readonly string[] = [],
): Readonly<Record<string, DescribedDimension>> {
  const nameOf = (name: string) => constantName(edge ? `${edge.name}${upperFirst(name)}` : name);
  const own = fieldsWith(model, 'dimension').flatMap((name) => {
    const spec = model.fields[name]?.spec;
    if (!spec || spec.kind === 'time' || except.includes(name)) return [];
    return [[nameOf(name), fieldDimension(spec, textOf(sqlOfField(name, source)), edge?.needs)] as const];
  });
  const edges = Object.entries(edge ? {} : model.edges).flatMap(([name, { spec }]) => {
    const title = TITLES[spec.to];
    if (spec.kind !== 'one' || !title || !spec.needs) return [];
    const [table, column] = title;
    const dimension: DescribedDimension = {
      type: 'ID',
      description: spec.description,
      needs: [spec.needs],
      sql: textOf(sqlOfField(spec.key, source)),
      title: `(select found.${column} from ${table} found where found.id = {value}::uuid)`,
    };
    return [[nameOf(name), dimension] as const];
  });
  return Object.fromEntries([...own, ...edges]);
}

/** The timestamps of a record that queries can count by. */
export function timesOf({ model, source }: RecordList): Readonly<Record<string, string>> {
  const times = fieldsWith(model, 'dimension').filter((name) => model.fields[name]?.spec.kind === 'time');
  return Object.fromEntries(times.map((name) => [constantName(name), textOf(sqlOfField(name, source))]));
}

/** The operation that guards an edge of a record. */
export function guardOf(model: RecordModel, edge: string): string {
  const needs = model.edges[edge]?.spec.needs;
  if (!needs || !records.includes(model)) throw new Error(`${model.name}.${edge} is no guarded edge.`);
  return needs;
}

const TYPES: Partial<Record<FieldKind, DescribedDimension['type']>> = { enum: 'ENUM', boolean: 'BOOLEAN' };

function fieldDimension(
  { kind, description, form }: FieldSpec,
  column: string,
  needs: string | undefined,
): DescribedDimension {
  const isTyped = form === 'name' || form === 'typed';
  return {
    type: TYPES[kind] ?? 'TEXT',
    description,
    needs: needs ? [needs] : [],
    sql: asText(kind, column),
    ...(isTyped ? { isTyped } : {}),
  };
}

/** An empty text is no value. */
function asText(kind: FieldKind, column: string): string {
  if (kind === 'text') return `nullif(${column}, '')`;
  return kind === 'enum' ? column : `(${column})::text`;
}

function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
