import 'reflect-metadata';
import {
  buildSchema,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';

interface Element {
  /** As people look for it: `Device`, `Device.serial`, `Query.device(id)`, `DeviceStatus.SOLD`. */
  readonly name: string;
  readonly description?: string | null;
  /** Where to say what it means. */
  readonly place: string;
}

const PLACES = {
  record: 'the record’s declaration in src/model/records/',
  type: 'the record’s declaration in src/model/records/, or without one `description` in src/graphql/<module>/*.type.ts or *.resolver.ts',
  enumeration: '`enumeration` in src/model/enums.ts',
  operation: '`summary` of the operation in src/domain/<module>/',
  input:
    '`described(...)` in the input of the operation in src/domain/<module>/, or the record’s declaration in src/model/records/',
  list: 'src/domain/kernel/list.ts',
  connection: 'src/graphql/schema/connection.ts',
  commonArgument: 'ARGUMENTS in src/graphql/schema/descriptions.ts',
  argument: '`@Arg` in src/graphql/<module>/*.resolver.ts',
  root: 'ROOTS in src/graphql/schema/descriptions.ts',
  scalar: 'src/graphql/schema/scalars.ts',
};
const COMMON_ARGUMENTS = ['id', 'input', 'expectedRevision', 'idempotencyKey'];

function elementsOf(schema: GraphQLSchema): Element[] {
  const roots: readonly unknown[] = [schema.getQueryType(), schema.getMutationType()];
  return Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))
    .flatMap((type) => [
      { name: type.name, description: type.description, place: placeOfType(type, roots.includes(type)) },
      ...membersOf(type, roots.includes(type)),
    ]);
}

function placeOfType(type: GraphQLNamedType, isRoot: boolean): string {
  if (isRoot) return PLACES.root;
  if (isEnumType(type)) return placeOfEnum(type.name);
  if (isInputObjectType(type)) return /(?:Filter|Sort|Condition)$/.test(type.name) ? PLACES.list : PLACES.input;
  if (isObjectType(type) || isInterfaceType(type))
    return type.name.endsWith('Connection') ? PLACES.connection : PLACES.type;
  return PLACES.scalar;
}

function placeOfEnum(name: string): string {
  return name.endsWith('SortField') ? PLACES.record : PLACES.enumeration;
}

function membersOf(type: GraphQLNamedType, isRoot: boolean): Element[] {
  const named = (name: string) => `${type.name}.${name}`;
  if (isEnumType(type)) {
    return type
      .getValues()
      .map(({ name, description }) => ({ name: named(name), description, place: placeOfEnum(type.name) }));
  }
  if (isInputObjectType(type)) {
    const place = type.name.endsWith('Filter') ? PLACES.record : placeOfType(type, false);
    return Object.values(type.getFields()).map(({ name, description }) => ({ name: named(name), description, place }));
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, description, args }) => [
    { name: named(name), description, place: isRoot ? PLACES.operation : placeOfType(type, false) },
    ...args.map((argument) => ({
      name: `${named(name)}(${argument.name})`,
      description: argument.description,
      place: placeOfArgument(argument.name, isRoot),
    })),
  ]);
}

function placeOfArgument(name: string, isRoot: boolean): string {
  if (!isRoot) return PLACES.argument;
  return COMMON_ARGUMENTS.includes(name) ? PLACES.commonArgument : PLACES.input;
}

/** What has no description, by where it belongs; empty when nothing is missing. */
function undescribed(schema: GraphQLSchema): string {
  const missing = elementsOf(schema).filter(({ description }) => !description?.trim());
  const places = [...new Set(missing.map(({ place }) => place))];
  const lines = places.map((place) => {
    const names = missing.filter((element) => element.place === place).map(({ name }) => name);
    return `Add to ${place}:\n  ${names.join('\n  ')}`;
  });
  return lines.join('\n');
}

it('every type, field, argument, input, enum value and root field of the schema has a description', () => {
  const message = undescribed(buildOpenSchema());
  if (message) throw new Error(`The schema has elements without a description.\n${message}`);
});

it.each([
  ['a type', 'type Lamp { "On or off." on: Boolean }', 'Lamp'],
  ['a field', '"A lamp." type Lamp { on: Boolean }', 'Lamp.on'],
  ['a field of an interface', '"A lamp." interface Lamp { on: Boolean }', 'Lamp.on'],
  ['an argument', '"A lamp." type Lamp { "On or off." on(at: String): Boolean }', 'Lamp.on(at)'],
  ['an input', 'input LampInput { "On or off." on: Boolean }', 'LampInput'],
  ['an input’s field', '"A lamp." input LampInput { on: Boolean }', 'LampInput.on'],
  ['an enum', 'enum LampState { "It shines." ON }', 'LampState'],
  ['an enum’s value', '"Of a lamp." enum LampState { ON }', 'LampState.ON'],
  ['a scalar', 'scalar Lumen', 'Lumen'],
  ['a blank one', '" " type Lamp { "On or off." on: Boolean }', 'Lamp'],
])('the check finds %s without a description', (_kind, sdl, name) => {
  expect(undescribed(buildSchema(sdl)).split('\n').slice(1)).toEqual([`  ${name}`]);
});
