import 'reflect-metadata';
import { isEnumType } from 'graphql';
import { ERROR_CODES } from '../../src/domain/kernel/errors.ts';
import { graphqlOperations } from '../../src/graphql/schema/root-fields.ts';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import { enumerations } from '../../src/model/enums.ts';
import { ERROR_MESSAGES } from '../../src/model/error-texts.ts';
import { FIELD_TEXTS } from '../../src/model/field-problems.ts';
import { NEXT_STEPS } from '../../src/model/wording.ts';

const schema = buildOpenSchema();

function valuesOf(name: string): string[] {
  const type = schema.getType(name);
  if (!isEnumType(type)) throw new Error(`The schema has no enum ${name}.`);
  return type.getValues().map((value) => value.name);
}

it('the enum ErrorCode has each code that the service can send, those of documents included, with its meaning', () => {
  expect(valuesOf('ErrorCode').sort()).toEqual(Object.values(ERROR_CODES).flat().sort());
  const codes = new Set<string>(Object.values(ERROR_CODES).flat());
  for (const code of ['DOCUMENT_NOT_TRUSTED', 'PERSISTED_QUERY_NOT_FOUND', 'GRAPHQL_VALIDATION_FAILED']) {
    expect(codes).toContain(code);
  }
});

it('the enums of sentences, of field problems and of steps have each that the service can send', () => {
  expect(valuesOf('ErrorMessageId').sort()).toEqual(Object.keys(ERROR_MESSAGES).sort());
  expect(valuesOf('FieldErrorCode').sort()).toEqual(Object.keys(FIELD_TEXTS).sort());
  expect(valuesOf('NextStep').sort()).toEqual(Object.keys(NEXT_STEPS.values).sort());
});

it('no two sentences have the same id', () => {
  const ids = Object.keys(ERROR_MESSAGES);
  expect(ids.length).toBe(new Set(ids).size);
  const codes: string[] = Object.values(ERROR_CODES).flat();
  // `PACKAGE_KEY` with the sentence `UNKNOWN` would be the code `PACKAGE_KEY_UNKNOWN`.
  const own = ids.filter((id) => codes.includes(id));
  expect(own.filter((id) => !(id in ERROR_MESSAGES))).toEqual([]);
});

/** Names that every developer knows, and that no service changes. */
const WORDS = /\b(?:NUL|JSON|UTF-8|RFC \d+|UUID|UZS|IANA|URL|HTTP|RSA|PEM|MAC|ASCII|GET|PUT|GraphiQL|GraphQL|NONE)\b/g;
const names = new Set([
  ...[...enumerations()].flatMap(({ values }) => Object.keys(values)).filter((name) => /_|^[A-Z]{3,}$/.test(name)),
  ...graphqlOperations.map(({ name }) => name),
]);

it.each([...Object.entries(ERROR_MESSAGES), ...Object.entries(FIELD_TEXTS), ...Object.entries(NEXT_STEPS.values)])(
  'the sentence %s has numbers, states and operations only as values with a name',
  (_id, template) => {
    const words = template.replace(/\{[^}]*\}/g, '').replace(WORDS, '');
    expect(words.match(/\d+/g) ?? []).toEqual(words.includes('2^53 - 1') ? ['2', '53', '1'] : []);
    const fixed = (words.match(/\w+/g) ?? []).filter((word) => names.has(word));
    expect(fixed.map((word) => `${word}: give it a name, such as {status=${word}}`)).toEqual([]);
  },
);
