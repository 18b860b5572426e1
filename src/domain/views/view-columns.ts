import type { FieldSpec, RecordModel } from '../../model/record.ts';
import { records } from '../../model/records/all.ts';

/**
 * Whether a record has a column: one of its own fields, an edge to one record or a part, or a field of the record that these lead to,
 * such as `customer.fullName`.
 */
export function hasColumn(model: RecordModel, column: string): boolean {
  const [name = '', field, ...deeper] = column.split('.');
  if (deeper.length > 0) return false;
  if (field === undefined) return isField(model, name) || targetOf(model, name) !== undefined;
  const target = targetOf(model, name);
  return target !== undefined && isField(target, field);
}

/** The record that an edge, or a part, leads to. */
function targetOf({ fields, edges }: RecordModel, name: string): RecordModel | undefined {
  const edge = memberOf(edges, name)?.spec;
  if (edge) return edge.kind === 'many' ? undefined : records.find((model) => model.name === edge.to);
  const field = memberOf(fields, name)?.spec;
  return field?.kind === 'part' ? field.of : undefined;
}

function isField({ fields }: RecordModel, name: string): boolean {
  const spec = memberOf(fields, name)?.spec;
  return spec !== undefined && !spec.of && !isHidden(spec) && !memberOf(fields, spec.path?.[0] ?? '')?.spec.of;
}

function isHidden({ uses }: FieldSpec): boolean {
  return uses.has('internal') || uses.has('restOnly');
}

function memberOf<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** The names of all columns of a record, for messages. */
export function columnNames(model: RecordModel): readonly string[] {
  const own = ({ fields, edges }: RecordModel) => [...Object.keys(fields), ...Object.keys(edges)];
  const names = own(model).flatMap((name) => {
    const target = targetOf(model, name);
    return target ? [name, ...Object.keys(target.fields).map((field) => `${name}.${field}`)] : [name];
  });
  return names.filter((name) => hasColumn(model, name));
}
