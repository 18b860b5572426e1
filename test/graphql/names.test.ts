import 'reflect-metadata';
import {
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';

const types = Object.values(buildOpenSchema().getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const objects = types.filter(isObjectType);
/** Named like an id, and the id of nothing that the API shows; the id of a message is a value of an enumeration. */
const NO_RECORD = ['requestId', 'messageId'];
/** Keys that have signed, and the reason why an action is not open. */
const NO_PERSON = ['signedBy', 'blockedBy'];

/** Words of the specification, which both APIs take, and the names of mutations and records. */
const SPECIFIED = [
  'AuditAction',
  'DeviceEventCause',
  'Locale',
  'NextStep',
  'OtaSlot',
  'PairingRevocation',
  'TargetKind',
];

describe('the names of the schema', () => {
  it('the names of the schema are constants for every value of an enumeration, but for words of the specification', () => {
    const values = types
      .filter(isEnumType)
      .flatMap((type) => type.getValues().map(({ name }) => `${type.name}.${name}`));
    expect(values.length).toBeGreaterThan(200);
    const others = values.filter((value) => !/^\w+\.[A-Z][A-Z0-9_]*$/.test(value));
    expect([...new Set(others.map((value) => value.split('.')[0]))].sort()).toEqual(SPECIFIED);
  });

  it('the names of the schema say of every scalar where it is specified', () => {
    const own = types.filter(isScalarType).filter((type) => !isSpecifiedScalarType(type));
    expect(own.map(({ name }) => name).sort()).toEqual(['DateTime', 'JSON', 'Money', 'SafeInt']);
    expect(own.filter(({ specifiedByURL }) => !specifiedByURL?.startsWith('https://'))).toEqual([]);
  });

  it('the names of the schema are of ids where the type is ID, in inputs, arguments and records', () => {
    const fields = [...objects, ...types.filter(isInputObjectType)].flatMap((type) =>
      Object.values(type.getFields()).map((field) => [type.name, field.name, field.type] as const),
    );
    const args = objects.flatMap((type) =>
      Object.values(type.getFields()).flatMap((field) =>
        field.args.map((arg) => [`${type.name}.${field.name}`, arg.name, arg.type] as const),
      ),
    );
    const isId = (name: string) => /^ids?$|Ids?$/.test(name) && !NO_RECORD.includes(name);
    const isOther = (type: GraphQLType) => !['ID', 'IdCondition', 'AnyIdCondition'].includes(getNamedType(type).name);
    const named = [...fields, ...args].filter(([, name]) => isId(name));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(([, , type]) => isOther(type)).map(([owner, name]) => `${owner}.${name}`)).toEqual([]);
  });

  it('the names of the schema are createdBy for a record, and createdById for its id', () => {
    const pairs = objects.flatMap((type) => {
      const fields = type.getFields();
      return Object.values(fields)
        .filter(({ name }) => name.endsWith('By') && !NO_PERSON.includes(name))
        .map(({ name, type: to }) => [`${type.name}.${name}`, String(to), String(fields[`${name}Id`]?.type)] as const);
    });
    expect(pairs.length).toBeGreaterThan(5);
    expect(pairs.filter(([, to, id]) => to !== 'AdminOption' || !/^ID!?$/.test(id))).toEqual([]);
  });
});
