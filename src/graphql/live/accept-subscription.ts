import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { RequestParams } from 'graphql-sse';
import { operationsOfList } from '../../domain/conditions.ts';
import { DomainError, fieldProblem } from '../../domain/kernel/errors.ts';
import { withoutNullParts } from '../../domain/kernel/filter-parts.ts';
import { UUID } from '../../domain/kernel/input.ts';
import { priceOfFilter } from '../../domain/kernel/list-price.ts';
import type { Operation } from '../../domain/kernel/operation.ts';
import { refinementFor } from '../../domain/kernel/record-input.ts';
import { checkLiveFilter } from '../../domain/live-filter.ts';
import { costOf, MAX_EVENT_COST, requireAffordable } from '../admission/cost.ts';
import { problemsOfDocument } from '../admission/document-problems.ts';
import { checkedDocument, checkVariables } from '../admission/limits.ts';
import { badInput, badInputOf, DocumentErrors } from '../document/errors.ts';
import { type Selecting, selectedFields, selectingOf, setsOf } from '../document/selection.ts';
import { plain } from '../execution/context.ts';
import { neededFields } from '../schema/record-type.ts';
import type { LivePart } from './live-event.ts';
import { type LiveField, liveFields } from './live-fields.ts';
import type { Allowance } from './live-sessions.ts';
import { MAX_LIVE_IDS } from './live-types.ts';

/** The price of looking up whether a record matches, in addition to the conditions. */
const LOOK_UP = 1;

/** A valid document of a subscription; the role is not checked yet. */
export interface AcceptedSubscription extends Allowance {
  /** Equal for equal documents with equal variables. */
  readonly key: string;
  readonly field: LiveField;
  /** The records of its events; undefined for all. */
  readonly ids: ReadonlySet<string> | undefined;
  readonly part: LivePart;
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly name: string | null;
  /** Of an event that is shown, in addition to `matchPrice`. */
  readonly cost: number;
  /** Of each event, for finding out whether the record matches the filter; 0 without one. */
  readonly matchPrice: number;
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
  if (!operation)
    throw badInput({ message: 'The document needs one operation, or operationName must name one of them.' });
  const selecting = selectingOf(schema, document, operation, variables);
  const needed = new Set<Operation>();
  const cost = costOf({ ...selecting, operation, now, needed });
  const { field, nodes, ids, filter } = rootOf(selecting, operation);
  const matchPrice = filter ? LOOK_UP + priceOfFilter(filter) : 0;
  requireAffordable(cost + matchPrice, MAX_EVENT_COST);
  if (filter) {
    checkFilter(field, filter, now);
    for (const each of operationsOfList(refinementFor(field.reader.record), { filter })) needed.add(each);
  }
  const select = selectOf(selecting, field, nodes);
  return {
    key: JSON.stringify([query, operationName ?? null, variables], withSortedMembers),
    field,
    ids,
    part: { select, filter, key: JSON.stringify([select, filter], withSortedMembers) },
    // That of the field, and those that the conditions of its filters need.
    needs: [field.needs, ...needed],
    error: (rights) => (filter ? field.filterError?.(rights, { filter }) : undefined),
    document,
    operationName: operationName ?? undefined,
    variables,
    name: operation.name?.value ?? null,
    cost,
    matchPrice,
  };
}

/** Makes JSON in which the order of an object's members does not matter. */
function withSortedMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The field of a subscription, the nodes of the document that select it, and its arguments. */
interface Root extends Pick<AcceptedSubscription, 'field' | 'ids'> {
  readonly nodes: readonly FieldNode[];
  readonly filter: LivePart['filter'];
}

/** Validation ensures that there is at most one field. */
function rootOf(selecting: Selecting, operation: OperationDefinitionNode): Root {
  const type = selecting.schema.getSubscriptionType();
  const fields = type && selectedFields(selecting, type, [operation.selectionSet]);
  const [nodes = []] = fields?.values() ?? [];
  const [node] = nodes;
  const field = node && liveFields.get(node.name.value);
  const definition = field && type?.getFields()[field.name];
  if (!definition) throw badInput({ message: 'The operation subscribes to nothing.' });
  const { ids, filter } = asBadInput(() => plain(getArgumentValues(definition, node, selecting.variables))) as {
    readonly ids?: readonly string[] | null;
    readonly filter?: Root['filter'] | null;
  };
  return { field, nodes, ids: ids ? idsOf(ids) : undefined, filter: withoutNullParts(filter) as Root['filter'] };
}

function idsOf(ids: readonly string[]): ReadonlySet<string> {
  if (ids.length < 1 || ids.length > MAX_LIVE_IDS) {
    const bounds = { minimum: 1, maximum: MAX_LIVE_IDS, count: ids.length };
    const problem = fieldProblem('ids', 'WRONG_NUMBER', { ...bounds, of: 'ids' });
    throw badInput({ message: `The argument ids ${problem.message}.`, fields: [problem] });
  }
  const wrong = ids.flatMap((id, at) => (UUID.test(id) ? [] : [at]));
  if (wrong.length > 0) {
    const fields = wrong.map((at) => fieldProblem(`ids[${at}]`, 'WRONG_FORMAT', { format: 'uuid' }));
    throw badInput({ message: 'Every one of the argument ids must be a UUID.', fields });
  }
  return new Set(ids.map((id) => id.toLowerCase()));
}

/** The fields of the record that the document needs; none if it does not select the record, undefined for all of them. */
function selectOf(
  selecting: Selecting,
  { record, reader }: LiveField,
  nodes: readonly FieldNode[],
): LivePart['select'] {
  const { schema } = selecting;
  const fieldsOf = (type: GraphQLObjectType, of: readonly FieldNode[]) => [
    ...selectedFields(selecting, type, setsOf(of)).values(),
  ];
  const event = getNamedType(schema.getSubscriptionType()?.getFields()[nodes[0]?.name.value ?? '']?.type);
  const records = fieldsOf(event as GraphQLObjectType, nodes).filter(([first]) => first?.name.value === record);
  if (records.length === 0) return [];
  if (reader.shownTo) return undefined;
  const type = schema.getType(reader.record.name) as GraphQLObjectType;
  const names = fieldsOf(type, records.flat()).flatMap(([first]) => first?.name.value ?? []);
  return neededFields(type.name, names);
}

function checkFilter({ reader }: LiveField, filter: Root['filter'], now: Date): void {
  asBadInput(() => checkLiveFilter(reader, filter, now));
}

function asBadInput<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError) throw badInputOf(error);
    throw error;
  }
}
