import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/** A moment: RFC 3339, UTC, milliseconds. Only an output: inputs are checked by the operations themselves. */
export const DateTime = new GraphQLScalarType<Date | string, string>({
  name: 'DateTime',
  description: 'RFC 3339, UTC, with milliseconds: 2026-09-10T08:30:00.000Z',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
  serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
});

/** A whole number that JSON carries without loss; `Int` ends at 2,147,483,647. */
export const SafeInt = new GraphQLScalarType<number, number>({
  name: 'SafeInt',
  description: 'A whole number from -(2^53 - 1) to 2^53 - 1.',
  serialize: (value) => safe(value),
  parseValue: (value) => safe(value),
  parseLiteral: (node) => {
    if (node.kind === Kind.INT) return safe(Number(node.value));
    throw new GraphQLError('SafeInt must be a whole number.', { nodes: node });
  },
});

function safe(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError('SafeInt must be a whole number from -(2^53 - 1) to 2^53 - 1.');
}

/** Free-form JSON, for audit details. */
export const Json = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value.',
  serialize: (value) => value,
});
