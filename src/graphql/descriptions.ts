import { type GraphQLSchema, isObjectType } from 'graphql';
import type { Operation } from '../domain/kernel/operation.ts';
import { errorsOf } from '../domain/kernel/operation-errors.ts';
import { guardedEdges } from './edges.ts';
import { type RootField, rootFields } from './root-fields.ts';

const ROOTS: Readonly<Record<string, string>> = {
  Query: 'Reads. Each field is one operation, with its own roles and its own limit of calls.',
  Mutation: 'Changes. Each field is one operation and one transaction, with its own roles and its own limit of calls.',
};

/** Arguments that mean the same wherever they are; the others are described where they are declared. */
const ARGUMENTS: Readonly<Record<string, (operation: Operation) => string>> = {
  id: ({ target = 'record' }) => `The id of the ${target.toLowerCase()}.`,
  input: () => 'The values that the mutation takes.',
  expectedRevision: () =>
    'The `revision` that the caller has read: the mutation fails with REVISION_CONFLICT when the record has another.',
  idempotencyKey: () =>
    'A key of the caller’s choice, 1 to 255 visible ASCII characters: a retry with it repeats the first result for 48 hours.',
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
  return `Calls \`${name}\` for each of the records, one after the other: every record is a call of its own, in the limit of calls, in the audit log and in what succeeds. A refused record does not stop the others, except when the rest would be refused as well (too many calls, the end of the session).\n\n${summary}`;
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
