import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FieldNode,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { type Selecting, selectedFields } from '../document/selection.ts';
import { pageLength } from '../schema/bounds.ts';
import { listFields, type Plans } from '../schema/operation-field.ts';
import type { GraphqlContext } from './context.ts';
import { type PlannedList, type Planning, planList } from './plan.ts';

/** An operation that is admitted. */
export interface Execution {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly selecting: Selecting;
  readonly context: GraphqlContext;
}

type Fields = ReadonlyMap<string, readonly FieldNode[]>;

/** The suffix of the name of a root field whose value is text. */
const AS_TEXT = '_asText';
/** Introspection has to show the schema that documents are validated against. */
const INTROSPECTION = ['__schema', '__type'];

/**
 * Executes operations by graphql-js. The lists of a query are planned first. Those that PostgreSQL can write as JSON are
 * executed in a variant of the schema in which they are scalars, so that their text passes through to the reply.
 */
export function executorOf(schema: GraphQLSchema): (execution: Execution) => Promise<ExecutionResult> {
  const writing = writingVariant(schema);
  return async ({ document, operation, operationName, variables: variableValues, selecting, context }) => {
    const whole = { schema, document, contextValue: context, variableValues, operationName };
    const root = schema.getQueryType();
    if (operation.operation !== 'query' || !root) return execute(whole);
    const fields = selectedFields(selecting, root, [operation.selectionSet]);
    const plans = plansOf({ ...selecting, mayFollow: (needed) => context.mayFollow(needed) }, root, fields);
    const query = { ...whole, rootValue: plans };
    if (![...plans.values()].some(({ selection }) => selection.asJson)) return execute(query);
    return execute({ ...query, schema: writing, document: writtenBy(plans, fields, document, operation) });
  };
}

const variants = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** Made once for each schema, which all services of a process share. */
function writingVariant(schema: GraphQLSchema): GraphQLSchema {
  const made = variants.get(schema) ?? withTexts(schema);
  variants.set(schema, made);
  return made;
}

/**
 * The schema with a second field for each list that PostgreSQL can write, equal except for its type. No document can name it,
 * because documents are validated against the schema without it.
 */
function withTexts(schema: GraphQLSchema): GraphQLSchema {
  const { query, types, ...others } = schema.toConfig();
  if (!query) throw new Error('The schema has no queries.');
  const { fields, ...facts } = query.toConfig();
  const type = new GraphQLScalarType({ name: 'JsonText' });
  const texts = Object.entries(fields)
    .filter(([name]) => listFields.get(name)?.asStored)
    .map(([name, field]) => [`${name}${AS_TEXT}`, { ...field, type }]);
  const root = new GraphQLObjectType({ ...facts, fields: { ...fields, ...Object.fromEntries(texts) } });
  return new GraphQLSchema({
    ...others,
    query: root,
    types: types.filter((each) => each !== query),
    assumeValid: true,
  });
}

/** The plans of the lists among the root fields; beside introspection none of them becomes text. */
function plansOf(planning: Planning, root: GraphQLObjectType, fields: Fields): Plans {
  const plans = new Map<string, PlannedList>();
  const showsSchema = [...fields.values()].some(([node]) => INTROSPECTION.includes(node?.name.value ?? ''));
  for (const [key, nodes] of fields) {
    const name = nodes[0]?.name.value ?? '';
    const [list, type] = [listFields.get(name), getNamedType(root.getFields()[name]?.type)];
    if (!list || !isObjectType(type)) continue;
    const length = lengthOf(planning, root, nodes[0]);
    plans.set(key, planList(planning, type, nodes, { asStored: list.asStored && !showsSchema, length }));
  }
  return plans;
}

/** How many records a list among the root fields may show. */
function lengthOf({ variables }: Planning, root: GraphQLObjectType, node: FieldNode | undefined): number {
  const field = node && root.getFields()[node.name.value];
  return (field && pageLength(`${root.name}.${field.name}`, getArgumentValues(field, node, variables))) ?? 0;
}

/** The document with only one operation, in which lists that are text have the names of their scalar fields. */
function writtenBy(
  plans: Plans,
  fields: Fields,
  { definitions }: DocumentNode,
  operation: OperationDefinitionNode,
): DocumentNode {
  const selections = [...fields].flatMap(([key, nodes]) =>
    plans.get(key)?.selection.asJson ? nodes.map((node) => asText(key, node)) : nodes,
  );
  const selectionSet = { kind: Kind.SELECTION_SET, selections } as const;
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return { kind: Kind.DOCUMENT, definitions: [{ ...operation, selectionSet }, ...fragments] };
}

function asText(key: string, node: FieldNode): FieldNode {
  return {
    ...node,
    alias: { kind: Kind.NAME, value: key },
    name: { kind: Kind.NAME, value: `${node.name.value}${AS_TEXT}` },
  };
}
