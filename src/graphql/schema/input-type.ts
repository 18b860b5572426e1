import { type GraphQLSchema, isInputObjectType } from 'graphql';
import { ArgsType, Extensions, Field, Float, ID, InputType, Int, registerEnumType } from 'type-graphql';
import type { TSchema } from 'typebox';
import { schemaNamed } from '../../domain/kernel/named-schemas.ts';
import type { Operation } from '../../domain/kernel/operation.ts';
import { refinementFor } from '../../domain/kernel/record-input.ts';
import { enumerationOf, graphqlName } from '../../model/enums.ts';
import { fieldsWith, type RecordModel } from '../../model/record.ts';
import { DateTime, Json, Money, SafeInt } from './scalars.ts';

/** The part of JSON Schema that the inputs of operations use. */
interface Schema {
  readonly type?: string;
  readonly title?: string;
  /** Of the type that `title` names; `description` is of the field. */
  readonly about?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly enumName?: string;
  /** The scalar of a value whose JSON type does not determine it. */
  readonly scalar?: keyof typeof SCALARS;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
  /** Whether null is left out of it: of a list, its items may be null. */
  readonly leavesOutNulls?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Of an object of which exactly one member is given. */
  readonly isOneOf?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

type ClassType = new () => object;
/** A GraphQL type as type-graphql's decorators take it: a class, a scalar, an enumeration, or a list of one. */
type Kind = ClassType | object | [ClassType | object];

const INT_MAX = 2_147_483_647;

const SCALARS = { ID, Money, JSON: Json } as const;

/** What the operations check of a text: the scalar only says what it is. */
const FORMATS: Readonly<Record<string, object>> = { uuid: ID, 'date-time': DateTime, timestamp: DateTime };

const enums = new Map<string, object>();
const inputs = new Map<string, ClassType>();

/** An enumeration, registered once, with the descriptions of its declaration in src/model/enums.ts. */
export function enumType(name: string, values: readonly string[]): object {
  const cached = enums.get(name);
  if (cached) return cached;
  const { description, values: meanings = {} } = enumerationOf(name) ?? {};
  const nameOf = (value: string) => graphqlName(name, value);
  const enumObject = Object.fromEntries(values.map((value) => [nameOf(value), value]));
  const valuesConfig = Object.fromEntries(
    Object.entries(meanings).map(([value, meaning]) => [nameOf(value), { description: meaning || undefined }]),
  );
  registerEnumType(enumObject, { name, description, valuesConfig });
  enums.set(name, enumObject);
  return enumObject;
}

/** The input type of a mutation, derived from its operation: `setAdminRole` takes a `SetAdminRoleInput`. */
export function inputOf(operation: Operation): ClassType {
  return inputClass(`${operation.name.charAt(0).toUpperCase()}${operation.name.slice(1)}Input`, {
    ...asSchema(operation.typedInput ?? operation.input),
    about: `The input of \`${operation.name}\`.`,
  });
}

/** The arguments of a query, derived from its operation. */
export function argsOf(operation: Operation): ClassType {
  const name = `${operation.name.charAt(0).toUpperCase()}${operation.name.slice(1)}Args`;
  const cached = inputs.get(name);
  if (cached) return cached;
  const argsClass = classNamed(name);
  addFields(argsClass, asSchema(operation.typedInput ?? operation.input));
  ArgsType()(argsClass);
  inputs.set(name, argsClass);
  return argsClass;
}

/** The type of the filter of a record's lists; undefined for a record that cannot be filtered. */
export function filterOf(model: RecordModel): ClassType | undefined {
  if (fieldsWith(model, 'filter').length === 0) return undefined;
  return inputClass(`${model.name}Filter`, asSchema(refinementFor(model).filter));
}

/** Gives the inputs of which exactly one field is given `@oneOf`, which type-graphql does not know. */
export function markOneOfInputs(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type) && type.extensions.isOneOf) type.isOneOf = true;
  }
}

/** The type of a key of the order of a record's lists; undefined for a record that cannot be sorted. */
export function sortOf(model: RecordModel): ClassType | undefined {
  if (fieldsWith(model, 'sort').length === 0) return undefined;
  return inputClass(`${model.name}Sort`, asSchema(refinementFor(model).sort).items ?? {});
}

function inputClass(name: string, schema: Schema): ClassType {
  const cached = inputs.get(name);
  if (cached) return cached;
  const inputType = classNamed(name);
  inputs.set(name, inputType);
  if (schema.isOneOf) Extensions({ isOneOf: true })(inputType);
  addFields(inputType, schema);
  InputType(name, { description: schema.about })(inputType);
  return inputType;
}

function addFields(target: ClassType, { properties = {}, required = [] }: Schema): void {
  for (const [name, property] of Object.entries(properties)) {
    const kind = kindOf(name, property, target);
    const nullable = !required.includes(name);
    const hasNulls = property.type === 'array' && property.leavesOutNulls;
    const description = property.description ?? property.anyOf?.find((branch) => branch.description)?.description;
    Field(() => kind, {
      nullable: hasNulls ? 'itemsAndList' : nullable,
      ...(description ? { description } : {}),
      ...(nullable && property.default !== undefined ? { defaultValue: property.default } : {}),
    })(target.prototype, name);
  }
}

function kindOf(name: string, schema: Schema, owner: ClassType): Kind {
  if (schema.$ref) return inputClass(schema.$ref, asSchema(schemaNamed(schema.$ref)));
  if (schema.anyOf) return kindOf(name, schema.anyOf.find(({ type }) => type !== 'null') ?? {}, owner);
  if (schema.enum && schema.enumName) return enumType(schema.enumName, schema.enum);
  if (schema.scalar) return SCALARS[schema.scalar];
  if (schema.type === 'array') return [kindOf(name, schema.items ?? {}, owner) as ClassType];
  if (schema.type === 'object') return inputClass(schema.title ?? `${owner.name}${name}`, schema);
  if (schema.type === 'integer')
    return (schema.maximum ?? 0) > INT_MAX || (schema.minimum ?? 0) < -INT_MAX ? SafeInt : Int;
  if (schema.type === 'number') return Float;
  if (schema.type === 'boolean') return Boolean;
  return FORMATS[schema.format ?? ''] ?? String;
}

/** A named class, because type-graphql identifies types by their classes and uses the name in errors. */
function classNamed(name: string): ClassType {
  return { [name]: class {} }[name] as ClassType;
}

function asSchema(schema: TSchema): Schema {
  return schema as Schema;
}
