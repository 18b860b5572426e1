import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/** A timestamp. Inputs are texts: the operations check them, with the same errors on every transport. */
export const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  description:
    'RFC 3339, UTC, with milliseconds: 2026-09-10T08:30:00.000Z. An input may have another offset, and a date alone where its description says so.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
  serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
  parseValue: (value) => {
    if (typeof value === 'string') return value;
    throw new GraphQLError('DateTime must be a text.');
  },
  parseLiteral: (node) => {
    if (node.kind === Kind.STRING) return node.value;
    throw new GraphQLError('DateTime must be a text.', { nodes: node });
  },
});

/** A whole number that JSON carries without loss; `Int` ends at 2,147,483,647. */
export const SafeInt = wholeNumber('SafeInt', 'A whole number from -(2^53 - 1) to 2^53 - 1.');

/** An amount in whole units of a currency. */
export const Money = wholeNumber(
  'Money',
  'An amount of money in whole units of its currency, without fractions: 1500000 is 1,500,000 UZS. The `currency` beside it says which; a whole number from -(2^53 - 1) to 2^53 - 1.',
);

function wholeNumber(name: string, description: string): GraphQLScalarType<number, number> {
  const safe = (value: unknown): number => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    throw new GraphQLError(`${name} must be a whole number from -(2^53 - 1) to 2^53 - 1.`);
  };
  return new GraphQLScalarType<number, number>({
    name,
    description,
    // I-JSON: whole numbers that every reader of JSON has exactly.
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc7493#section-2.2',
    serialize: safe,
    parseValue: safe,
    parseLiteral: (node) => {
      if (node.kind === Kind.INT) return safe(Number(node.value));
      throw new GraphQLError(`${name} must be a whole number.`, { nodes: node });
    },
  });
}

/** Free-form JSON, for audit details. */
export const Json = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
});
