import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { FieldSpec, RecordModel } from '../model/record.ts';
import { enumType } from './input-type.ts';
import { Json, SafeInt } from './scalars.ts';

type ClassType = new () => object;

/** What the GraphQL fields of a type need of its record, by type and field. */
const needs = new Map<string, ReadonlyMap<string, readonly string[]>>();

/**
 * The object type of a record: its fields, with their descriptions. Edges and computed fields are field resolvers of the
 * type's resolver.
 * @param others fields of the record that each edge and computed field needs; a field that is not here needs all of them
 */
export function objectTypeOf(model: RecordModel, others: Readonly<Record<string, readonly string[]>> = {}): ClassType {
  const made = { [`${model.name}Type`]: class {} }[`${model.name}Type`] as ClassType;
  const shown = model.viewFields.filter((name) => !model.fields[name]?.spec.uses.has('restOnly'));
  for (const name of shown) {
    const spec = model.fields[name]?.spec as FieldSpec;
    Field(() => scalarOf(spec) as never, { nullable: spec.nullable, description: spec.description })(
      made.prototype,
      name,
    );
  }
  ObjectType(model.name, { description: model.description })(made);
  needs.set(model.name, new Map([...shown.map((name) => [name, [name]] as const), ...Object.entries(others)]));
  return made;
}

/**
 * The fields of a record that a selection needs; undefined when it needs all of them.
 * @param selected names of GraphQL fields of the type
 */
export function neededFields(type: string, selected: Iterable<string>): readonly string[] | undefined {
  const known = needs.get(type);
  if (!known) return undefined;
  const needed = new Set<string>(['id']);
  for (const name of selected) {
    if (name.startsWith('__')) continue;
    const fields = known.get(name);
    if (!fields) return undefined;
    for (const field of fields) needed.add(field);
  }
  return [...needed];
}

function scalarOf({ kind, enumName = '', values = [] }: FieldSpec): unknown {
  switch (kind) {
    case 'id':
      return ID;
    case 'integer':
      return Int;
    case 'bigInteger':
    case 'money':
      return SafeInt;
    case 'number':
      return Float;
    case 'boolean':
      return Boolean;
    case 'time':
      return Date;
    case 'enum':
      return enumType(enumName, values);
    case 'texts':
      return [String];
    case 'json':
      return Json;
    default:
      return String;
  }
}
