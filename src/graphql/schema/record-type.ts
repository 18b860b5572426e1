import { type GraphQLObjectType, type GraphQLResolveInfo, getNamedType } from 'graphql';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { isNode } from '../../model/nodes.ts';
import type { FieldSpec, RecordModel } from '../../model/record.ts';
import { selectedFields, setsOf } from '../document/selection.ts';
import { NodeType } from '../nodes/node.type.ts';
import { enumType } from './input-type.ts';
import { Json, Money, SafeInt } from './scalars.ts';

export type ClassType = new () => object;

/** A record with its object type. */
interface RecordType {
  readonly model: RecordModel;
  readonly type: ClassType;
  /** The fields of the record that each GraphQL field needs. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
}

/** The records that have an object type, by name. */
export const recordTypes = new Map<string, RecordType>();

/**
 * The object type of a record, made at its first call: its fields, parts and edges, with their descriptions. Computed
 * fields are field resolvers of the type's resolver.
 * @param computed of the first call: fields of the record that each computed field needs; a computed field that is not
 * here needs all of them
 */
export function objectTypeOf(model: RecordModel, computed?: Readonly<Record<string, readonly string[]>>): ClassType {
  const known = recordTypes.get(model.name);
  if (!known) return makeObjectType(model, computed);
  if (known.model !== model) throw new Error(`Two records have the name ${model.name}.`);
  if (computed) throw new Error(`The object type of ${model.name} was made without its computed fields.`);
  return known.type;
}

function makeObjectType(model: RecordModel, computed: Readonly<Record<string, readonly string[]>> = {}): ClassType {
  const type = { [`${model.name}Type`]: class {} }[`${model.name}Type`] as ClassType;
  const shown = Object.entries(model.fields).filter(([, { spec }]) => isShown(model, spec));
  for (const [name, { spec }] of shown) {
    const kind = kindOf(spec);
    Field(() => kind, { nullable: nullabilityOf(spec), description: spec.description })(type.prototype, name);
  }
  // The interface has the id of those without one of their own.
  ObjectType(model.name, { description: model.description, ...(isNode(model) ? { implements: NodeType } : {}) })(type);
  const ofNode = isNode(model) && !model.fields.id ? [['id', []] as const] : [];
  const ofFields = shown.map(([name]) => [name, neededByField(model, name)] as const);
  const ofEdges = Object.keys(model.edges).map((name) => [name, neededByEdge(model, name)] as const);
  recordTypes.set(model.name, {
    model,
    type,
    needs: new Map([...ofNode, ...ofFields, ...ofEdges, ...Object.entries(computed)]),
  });
  return type;
}

/** Nested fields are shown flat, unless they are in a part of the record that has a type of its own. */
function isShown({ fields }: RecordModel, { uses, path }: FieldSpec): boolean {
  if (uses.has('internal') || uses.has('restOnly')) return false;
  return !fields[path?.[0] ?? '']?.spec.of;
}

/** A part is made of the stored fields that are nested in it. */
function neededByField({ fields }: RecordModel, name: string): readonly string[] {
  if (!fields[name]?.spec.of) return [name];
  return Object.keys(fields).filter((field) => fields[field]?.spec.path?.[0] === name);
}

function neededByEdge({ edges }: RecordModel, name: string): readonly string[] {
  const { kind = 'many', key = '' } = edges[name]?.spec ?? {};
  return kind === 'one' ? [key] : ['id'];
}

/**
 * The fields of a record that a selection needs; undefined when it needs all of them.
 * @param selected names of GraphQL fields of the type
 */
export function neededFields(type: string, selected: Iterable<string>): readonly string[] | undefined {
  const known = recordTypes.get(type)?.needs;
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

/** By the nodes of a field, which graphql-js shares among all records of a list. */
const selections = new WeakMap<object, Map<string, readonly string[] | undefined>>();

/**
 * The fields of a record that the query needs of the edge that is being resolved; undefined for all of them.
 * @param member the type of the record, where the edge leads to a union
 */
export function selectionOf(info: GraphQLResolveInfo, member?: string): readonly string[] | undefined {
  const known = selections.get(info.fieldNodes) ?? new Map<string, readonly string[] | undefined>();
  const type = (member ? info.schema.getType(member) : getNamedType(info.returnType)) as GraphQLObjectType;
  if (known.has(type.name)) return known.get(type.name);
  const selecting = { schema: info.schema, fragments: info.fragments, variables: info.variableValues };
  const sets = setsOf(info.fieldNodes);
  const names = [...selectedFields(selecting, type, sets).values()].flatMap(([first]) => first?.name.value ?? []);
  const needed = neededFields(type.name, names);
  selections.set(info.fieldNodes, known.set(type.name, needed));
  return needed;
}

function nullabilityOf({ kind, nullable }: FieldSpec): boolean | 'items' | 'itemsAndList' {
  if (kind !== 'sparseTexts' && kind !== 'sparseNumbers') return nullable;
  return nullable ? 'itemsAndList' : 'items';
}

/** The type of a field as the decorators of type-graphql take it: a class, a scalar, an enumeration, or a list of one. */
function kindOf({ kind, enumName = '', values = [], of, isId }: FieldSpec): object {
  if (isId) return ID;
  if (of) return kind === 'parts' ? [objectTypeOf(of)] : objectTypeOf(of);
  switch (kind) {
    case 'id':
      return ID;
    case 'integer':
      return Int;
    case 'bigInteger':
      return SafeInt;
    case 'money':
      return Money;
    case 'number':
      return Float;
    case 'boolean':
      return Boolean;
    case 'time':
      return Date;
    case 'enum':
      return enumType(enumName, values);
    case 'texts':
    case 'sparseTexts':
      return [String];
    case 'sparseNumbers':
      return [Float];
    case 'json':
      return Json;
    default:
      return String;
  }
}
