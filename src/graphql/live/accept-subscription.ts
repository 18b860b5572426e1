import {
  type DocumentNode,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { RequestParams } from 'graphql-sse';
import { UUID } from '../../domain/kernel/input.ts';
import type { Operation } from '../../domain/kernel/operation.ts';
import { costOf, MAX_EVENT_COST, requireAffordable } from '../admission/cost.ts';
import { problemsOfDocument } from '../admission/document-problems.ts';
import { checkedDocument, checkVariables } from '../admission/limits.ts';
import { badInput, DocumentErrors } from '../document/errors.ts';
import { type Selecting, selectedFields, selectingOf } from '../document/selection.ts';
import { type LiveField, liveFields } from './live-fields.ts';

/** A valid document of a subscription; the role is not checked yet. */
export interface AcceptedSubscription {
  /** Equal for equal documents with equal variables. */
  readonly key: string;
  readonly field: LiveField;
  readonly conditions: Readonly<Record<string, string>>;
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly name: string | null;
  readonly cost: number;
  /** The operations whose roles may subscribe: that of the field, and those that the conditions of its filters need. */
  readonly needs: readonly Operation[];
}

/**
 * Measures, parses, validates and costs a subscription.
 * @throws the errors of the document
 */
export function acceptSubscription(schema: GraphQLSchema, params: RequestParams, now: Date): AcceptedSubscription {
  const { query, operationName } = params;
  const variables: Readonly<Record<string, unknown>> = params.variables ?? {};
  checkVariables(variables);
  const { document } = checkedDocument(query, { subscriptions: true });
  const problems = problemsOfDocument(schema, document);
  if (problems.length > 0) throw new DocumentErrors(problems);
  const operation = getOperationAST(document, operationName);
  if (!operation) throw badInput('The document needs one operation, or operationName must name one of them.');
  const selecting = selectingOf(schema, document, operation, variables);
  const needed = new Set<Operation>();
  const cost = costOf({ ...selecting, operation, now, needed });
  requireAffordable(cost, MAX_EVENT_COST);
  const root = rootOf(selecting, operation);
  return {
    ...root,
    key: JSON.stringify([query, operationName ?? null, variables], withSortedMembers),
    needs: [root.field.needs, ...needed],
    document,
    operationName: operationName ?? undefined,
    variables,
    name: operation.name?.value ?? null,
    cost,
  };
}

/** Makes JSON in which the order of an object's members does not matter. */
function withSortedMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The field of the subscription; validation ensures that there is at most one. */
function rootOf(
  selecting: Selecting,
  operation: OperationDefinitionNode,
): Pick<AcceptedSubscription, 'field' | 'conditions'> {
  const type = selecting.schema.getSubscriptionType();
  const fields = type && selectedFields(selecting, type, [operation.selectionSet]);
  const [[node] = []] = fields?.values() ?? [];
  const field = node && liveFields.get(node.name.value);
  const definition = field && type?.getFields()[field.name];
  if (!definition) throw badInput('The operation subscribes to nothing.');
  const argumentValues = Object.entries(getArgumentValues(definition, node, selecting.variables)).filter(
    ([, value]) => value !== null,
  );
  return {
    field,
    conditions: Object.fromEntries(argumentValues.map(([name, value]) => [name, conditionOf(field, name, value)])),
  };
}

function conditionOf({ args }: LiveField, name: string, value: unknown): string {
  if (args[name]?.type !== 'ID') return String(value);
  if (!UUID.test(String(value))) throw badInput(`The argument ${name} must be a UUID.`);
  return String(value).toLowerCase();
}
