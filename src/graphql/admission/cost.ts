import {
  type FieldNode,
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { type PricedQuestion, priceOfQuestion, questionSets } from '../../domain/analytics/index.ts';
import { operationsOfList } from '../../domain/conditions.ts';
import { DomainError, wordingOf } from '../../domain/kernel/errors.ts';
import { withoutNullParts } from '../../domain/kernel/filter-parts.ts';
import { LIST_PRICES, priceOfArguments, priceOfFacets, priceOfSort } from '../../domain/kernel/list-price.ts';
import type { Operation } from '../../domain/kernel/operation.ts';
import { refinementFor } from '../../domain/kernel/record-input.ts';
import { facetValues } from '../../model/facets.ts';
import { MAX_TOTALS } from '../../model/limits.ts';
import type { RecordModel } from '../../model/record.ts';
import { badInput, badInputOf, documentError, INVALID_DOCUMENT } from '../document/errors.ts';
import { type Selecting, selectedFields, setsOf } from '../document/selection.ts';
import {
  bulkLists,
  bulkRecords,
  checkPage,
  fixedLists,
  listsOfIds,
  nestedLists,
  nestedPage,
  pageLength,
} from '../schema/bounds.ts';
import { partsOf } from '../schema/connection.ts';
import { facetArguments } from '../schema/facets.ts';
import { recordTypes } from '../schema/record-type.ts';

/** The maximum cost of a subscription, which every event costs again. */
export const MAX_EVENT_COST = 1_000;
/** Maximum characters of an operation's name in the log. */
export const MAX_LOGGED_NAME = 100;

/** The prices of work that costs more than one record, in addition to those of every list. */
const PRICES = {
  ...LIST_PRICES,
  /** Of one record's list, by an index; as much as its order. */
  nestedCount: 20,
  /** Of a root list, by each field: all matching rows are read once for all fields without a condition of their own. */
  facet: 100,
} as const;

/** The reads of an operation in addition to the record of its field: analytics read tables, details read histories. */
const OPERATION_PRICES: Readonly<Record<string, number>> = {
  'Query.operationsAnalytics': 1_000,
  'Query.overview': 1_000,
  'Query.preorderAnalytics': 1_000,
  'Query.salesAnalytics': 1_000,
  'Query.customer': 50,
  'Query.device': 50,
  // For the present day, the heartbeats of all devices within the range are read.
  'Query.heartbeats': 500,
  'Query.preorder': 100,
  'Query.release': 50,
  'Query.sale': 10,
  // Searches of six kinds and a few admins: up to 230 ms on 100,000 rows of each.
  'Query.search': 6 * PRICES.search,
};

type Args = Readonly<Record<string, unknown>>;

/** An operation that is about to be executed. */
export interface CostedOperation extends Selecting {
  readonly operation: OperationDefinitionNode;
  /** The time from which the filters of nested lists count back. */
  readonly now: Date;
  /** The time zone of the business, for ranges of questions by their names; default UTC. */
  readonly businessTimeZone?: string;
  /** Receives the operations that the conditions of its filters need. */
  readonly needed?: Set<Operation>;
}

/**
 * The cost of an operation: 1 for each object that it may return, the maximum length for a list, and PRICES for more expensive
 * work. The reply never contains more objects than its operation cost.
 * @throws GraphQLError 400 for arguments that a nested list does not allow
 */
export function costOf({
  operation,
  needed = new Set(),
  businessTimeZone = 'UTC',
  ...selecting
}: CostedOperation): number {
  const root = selecting.schema.getRootType(operation.operation);
  if (!root) throw badInput({ message: `The schema has no ${operation.operation}.` });
  try {
    return costOfSelection({ ...selecting, businessTimeZone, cached: new Map(), ids: new Map(), needed }, root, [
      operation.selectionSet,
    ]);
  } catch (error) {
    if (error instanceof DomainError) throw badInputOf(error);
    if (error instanceof GraphQLError) throw badInput({ message: error.message });
    throw error;
  }
}

/** @throws GraphQLError 400 for a query that costs more */
export function requireAffordable(requested: number, maximum: number): void {
  if (requested <= maximum) return;
  const wording = wordingOf(INVALID_DOCUMENT, 'TOO_COSTLY', { cost: requested, maximum });
  throw documentError(INVALID_DOCUMENT, wording, { http: { status: 400 } });
}

interface Walk extends Selecting {
  readonly now: Date;
  readonly businessTimeZone: string;
  readonly needed: Set<Operation>;
  /**
   * The costs of selections that were counted already, so that a fragment is computed once, even if it is spread several times.
   */
  readonly cached: Map<string, number>;
  readonly ids: Map<SelectionSetNode, number>;
  /** The maximum length of the list that the field of an operation leads to: the rows of a table, the results of a bulk mutation. */
  readonly listed?: { readonly name: string; readonly length: number };
}

function costOfSelection(walk: Walk, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): number {
  const key = `${type.name} ${sets
    .map((set) => idOf(walk, set))
    .sort()
    .join()}`;
  const cached = walk.cached.get(key);
  if (cached !== undefined) return cached;
  const fields = [...selectedFields(walk, type, sets).values()];
  const cost = fields.reduce((sum, nodes) => sum + costOfField(walk, type, nodes), 0);
  walk.cached.set(key, cost);
  return cost;
}

function idOf({ ids }: Walk, set: SelectionSetNode): number {
  const id = ids.get(set) ?? ids.size;
  ids.set(set, id);
  return id;
}

/** @param nodes one field of the reply, as often as the document selects it */
function costOfField(walk: Walk, parent: GraphQLObjectType, nodes: readonly FieldNode[]): number {
  const [node] = nodes;
  const field = node && parent.getFields()[node.name.value];
  // Introspection reads no record.
  if (!node || !field) return 0;
  const fieldCall: FieldCall = {
    name: `${parent.name}.${field.name}`,
    args: withoutNullsInFilter(getArgumentValues(field, node, walk.variables)),
  };
  const sets = setsOf(nodes);
  const price = OPERATION_PRICES[fieldCall.name] ?? 0;
  const results = bulkLists.get(fieldCall.name);
  if (results) {
    const listed = { name: results, length: bulkRecords(fieldCall.name, fieldCall.args).length };
    return price + costOfReading({ ...walk, cached: new Map(), listed }, field.type, fieldCall, sets);
  }
  if (getNamedType(field.type).name !== 'AnalyticsTable') {
    return price + costOfReading(walk, field.type, fieldCall, sets);
  }
  const asked = requestedBy(fieldCall);
  const { limit } = asked;
  const within: Walk = { ...walk, cached: new Map(), listed: { name: 'AnalyticsTable.rows', length: limit } };
  return (
    priceOfQuestion(asked, { ...walk, set: setsByField.get(fieldCall.name) }) +
    costOfReading(within, field.type, fieldCall, sets)
  );
}

/** What a filter asks for: null in it costs nothing, and needs no role. */
function withoutNullsInFilter(args: Args): Args {
  return 'filter' in args ? { ...args, filter: withoutNullParts(args.filter) } : args;
}

/** The data sets by the fields that ask them. */
const setsByField = new Map(questionSets.map(({ set }) => [`Query.${fieldOf(set.prefix)}Metrics`, set]));

function fieldOf(prefix: string): string {
  return `${prefix.charAt(0).toLowerCase()}${prefix.slice(1)}`;
}

/** The bound of a question: its limit is the length of the table. A saved question has its own query. */
function requestedBy({ args }: FieldCall): RequestedTable {
  return (args.query ?? args) as RequestedTable;
}

interface RequestedTable extends PricedQuestion {
  readonly limit: number;
}

/** A field with its arguments. */
interface FieldCall {
  readonly name: string;
  readonly args: Args;
}

function costOfReading(
  walk: Walk,
  type: GraphQLOutputType,
  fieldCall: FieldCall,
  sets: readonly SelectionSetNode[],
): number {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return 0;
  if (isListType(getNullableType(type))) return lengthOf(walk, fieldCall) * costOfObject(walk, named, sets);
  if (isObjectType(named) && named.name.endsWith('Connection')) return costOfConnection(walk, named, fieldCall, sets);
  return costOfObject(walk, named, sets);
}

/** One object with its selected fields: the most expensive type if it may be of several types. */
function costOfObject(walk: Walk, type: GraphQLCompositeType, sets: readonly SelectionSetNode[]): number {
  const types = isAbstractType(type) ? walk.schema.getPossibleTypes(type) : [type];
  return 1 + Math.max(0, ...types.map((each) => costOfSelection(walk, each, sets)));
}

function costOfConnection(
  walk: Walk,
  type: GraphQLObjectType,
  fieldCall: FieldCall,
  sets: readonly SelectionSetNode[],
): number {
  const fields = [...selectedFields(walk, type, sets).values()];
  const parts = partsOf(fields);
  checkPage(fieldCall.name, fieldCall.args, walk.now);
  for (const operation of neededByList(type, fieldCall.args)) walk.needed.add(operation);
  const length = lengthOf(walk, fieldCall);
  const costs = fields.map((nodes) => {
    const name = nodes[0]?.name.value ?? '';
    const member = type.getFields()[name];
    if (name === 'totalCount') return priceOfCount(fieldCall);
    if (!member) return 0;
    const inside = setsOf(nodes);
    const object = getNamedType(member.type) as GraphQLObjectType;
    if (name === 'facets') return costOfFacets(walk, type, fieldCall, nodes);
    // They count all records that match.
    if (name === 'totals') return priceOfCount(fieldCall) + MAX_TOTALS * costOfObject(walk, object, inside);
    // An edge is not counted beside its node, which is read even if only the cursor is selected.
    if (name === 'edges') return length * Math.max(1, costOfSelection(walk, object, inside));
    return (name === 'nodes' ? length : 1) * costOfObject(walk, object, inside);
  });
  // Reading this page also shows whether there is another one.
  const unseen = parts.rows && !parts.nodes ? length : 0;
  const { sort, ...others } = fieldCall.args;
  const priced = nestedLists.has(fieldCall.name) ? others : fieldCall.args;
  const sorting = priced === others ? priceOfSort(sort, PRICES.nestedCount, PRICES.nestedCount) : 0;
  return costs.reduce((sum, cost) => sum + cost, 1) + unseen + sorting + priceOfArguments(priced);
}

/** Fields are counted together, so each costs less than a count of its own; and one for each value that is shown. The filter is asked again. */
function costOfFacets(
  { variables }: Walk,
  type: GraphQLObjectType,
  { name, args }: FieldCall,
  [node]: readonly FieldNode[],
): number {
  const field = type.getFields().facets;
  const model = modelOf(type);
  if (!node || !field || !model) return 0;
  const price = nestedLists.has(name) ? PRICES.nestedCount : PRICES.facet;
  const names = facetArguments(field, node, variables);
  return names.reduce((sum, each) => sum + price + 1 + facetValues(model, each).length, priceOfFacets(args, names));
}

function modelOf(type: GraphQLObjectType): RecordModel | undefined {
  return recordTypes.get(getNamedType(type.getFields().nodes?.type)?.name ?? '')?.model;
}

function priceOfCount({ name }: FieldCall): number {
  return nestedLists.has(name) ? PRICES.nestedCount : PRICES.totalCount;
}

/** @param type of the connection that is filtered and sorted */
function neededByList(type: GraphQLObjectType, args: Args): readonly Operation[] {
  const model = args.filter || args.sort ? modelOf(type) : undefined;
  return model ? operationsOfList(refinementFor(model), args) : [];
}

/** The maximum number of objects in a list: the caller's length, the default or the fixed length. */
function lengthOf({ listed }: Walk, { name, args }: FieldCall): number {
  const page = pageLength(name, args);
  if (page !== undefined) return page;
  if (nestedLists.has(name)) return nestedPage(name, args).take;
  const ids = listsOfIds.get(name);
  if (ids) return Math.min((args.ids as readonly unknown[]).length, ids);
  if (name === listed?.name && listed.length !== undefined) return listed.length;
  const fixed = fixedLists[name];
  if (fixed === undefined)
    throw new Error(`${name} is a list without a bound: declare it in its record, or in src/graphql/schema/bounds.ts.`);
  return fixed;
}
