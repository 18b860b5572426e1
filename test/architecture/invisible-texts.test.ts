import type { TObject } from 'typebox';
import { catalog } from '../../src/domain/catalog.ts';
import { DomainError } from '../../src/domain/kernel/errors.ts';
import { parseInput } from '../../src/domain/kernel/input.ts';

/** Texts that nobody sees: marks without a letter, invisible characters, format characters. */
const INVISIBLE = [
  '\u0301\u0308\u20dd'.repeat(8),
  '\u200b\u202e\u3164\u2800'.repeat(8),
  '\u{13430}\u{1d159}'.repeat(8),
];

type Property = { readonly transform?: string; readonly minLength?: number; readonly anyOf?: readonly Property[] };

/** The fields of an input in which people type a text that may not be empty. */
const typedTexts = catalog.flatMap(({ name, input }) =>
  Object.entries((input as TObject).properties as Record<string, Property>)
    .flatMap(([field, { anyOf = [], ...property }]) => [property, ...anyOf].map((each) => ({ field, ...each })))
    .filter(({ transform, minLength = 0 }) => (transform === 'line' || transform === 'lines') && minLength > 0)
    .map(({ field }) => ({ operation: name, input: input as TObject, field })),
);

function problemsOf(input: TObject, field: string, value: string): unknown {
  try {
    parseInput(input, { [field]: value });
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.extras.fields?.filter(({ path }) => path === field) ?? [];
  }
}

it('a text that nobody sees is refused like an empty one in every field that may not be empty', () => {
  expect(typedTexts.length).toBeGreaterThan(40);
  const accepted = typedTexts.filter(({ input, field }) => {
    const asEmpty = JSON.stringify(problemsOf(input, field, ''));
    return asEmpty === '[]' || INVISIBLE.some((text) => JSON.stringify(problemsOf(input, field, text)) !== asEmpty);
  });
  expect(accepted.map(({ operation, field }) => `${operation}.${field}`)).toEqual([]);
});
