import { type GraphQLSchema, isObjectType } from 'graphql';
import type { Operation } from '../../domain/kernel/operation.ts';
import { errorsOf } from '../../domain/kernel/operation-errors.ts';
import { guardedEdges } from './edges.ts';
import { wordsOf } from './payload.ts';
import { type RootField, rootFields } from './root-fields.ts';

const ROOTS: Readonly<Record<string, string>> = {
  Query: 'Reads. Each field is one operation, with its own roles and its own rate limit.',
  Mutation: 'Writes. Each field is one operation and one transaction, with its own roles and its own rate limit.',
};

/** Arguments that mean the same wherever they are; the others are described where they are declared. */
const ARGUMENTS: Readonly<Record<string, (operation: Operation) => string>> = {
  id: ({ target = 'record' }) => `The id of the ${wordsOf(target)}.`,
  input: () => 'The values that the mutation takes.',
  expectedRevision: () =>
    'The `revision` that the caller has read: the mutation fails with REVISION_CONFLICT when the record has another.',
  idempotencyKey: () =>
    'An idempotency key of the caller’s choice, 1 to 255 visible ASCII characters: for 48 hours, a retry with it repeats the first result.',
};

/** Root fields are described by the summaries of their operations with the codes of their errors, and their arguments by name. */
export function describeRootFields(schema: GraphQLSchema): void {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    if (type) type.description = ROOTS[type.name];
  }
  for (const rootField of rootFields) {
    const { type, field, operation } = rootField;
    const root = type === 'Query' ? schema.getQueryType() : schema.getMutationType();
    const described = root?.getFields()[field];
    if (!described) continue;
    described.description = `${summaryOf(rootField)}\n\nErrors: ${errorsOf(operation).join(', ')}.`;
    for (const argument of described.args) argument.description ??= ARGUMENTS[argument.name]?.(operation);
  }
}

function summaryOf({ operation: { name, summary }, isBulk }: RootField): string {
  if (!isBulk) return summary;
  return `Calls \`${name}\` for each of the records, one after the other. Each record counts as one call in the rate limit, has its own audit entry, and succeeds or fails on its own. A failed record does not stop the others, unless the rest would fail as well (rate limit exceeded, session ended).\n\n${summary}`;
}

/** Guarded edges say which operation's roles may follow them. */
export function describeEdges(schema: GraphQLSchema): void {
  for (const [typeName, edges] of Object.entries(guardedEdges)) {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) continue;
    for (const [name, operation] of Object.entries(edges)) {
      const field = type.getFields()[name];
      if (field) field.description += ` Null for roles that may not call ${operation.name}.`;
    }
  }
}
