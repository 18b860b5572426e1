import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FieldNode,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { GraphqlContext } from './context.ts';
import { type JsonPlan, jsonPlanOf } from './json-plan.ts';
import { writableFields } from './operation-field.ts';
import { type Selecting, selectedFields } from './selection.ts';

/** An operation that is admitted. */
export interface Execution {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly selecting: Selecting;
  readonly context: GraphqlContext;
}

type Plans = ReadonlyMap<string, JsonPlan>;

/** Of the name of a root field whose value is text. */
const AS_TEXT = '_asText';

/**
 * Executes operations by graphql-js, lists that PostgreSQL can write as JSON in a form of the schema in which they are scalars: their
 * text passes through to the reply. Their resolvers get the plans, by the key of each field in the reply, as the root value.
 */
export function executorOf(schema: GraphQLSchema): (execution: Execution) => Promise<ExecutionResult> {
  const writable = writableFields();
  const writing = withTexts(schema, writable);
  return async ({ document, operation, operationName, variables: variableValues, selecting, context }) => {
    const whole = { schema, document, contextValue: context, variableValues, operationName };
    const root = schema.getQueryType();
    if (operation.operation !== 'query' || !root) return execute(whole);
    const fields = selectedFields(selecting, root, [operation.selectionSet]);
    const plans = plansOf(context, selecting, { root, fields, writable });
    if (plans.size === 0) return execute(whole);
    const written = writtenBy(plans, fields, document, operation);
    return execute({ ...whole, schema: writing, document: written, rootValue: plans });
  };
}

/**
 * The schema with another field beside each list that can be written, the same but for its type. No document can name it:
 * documents are validated against the schema without it.
 */
function withTexts(schema: GraphQLSchema, writable: ReadonlySet<string>): GraphQLSchema {
  const { query, types, ...others } = schema.toConfig();
  if (!query) throw new Error('The schema has no queries.');
  const { fields, ...facts } = query.toConfig();
  const type = new GraphQLScalarType({ name: 'JsonText' });
  const texts = Object.entries(fields)
    .filter(([name]) => writable.has(name))
    .map(([name, field]) => [`${name}${AS_TEXT}`, { ...field, type }]);
  const root = new GraphQLObjectType({ ...facts, fields: { ...fields, ...Object.fromEntries(texts) } });
  return new GraphQLSchema({
    ...others,
    query: root,
    types: types.filter((each) => each !== query),
    assumeValid: true,
  });
}

interface RootFields {
  readonly root: GraphQLObjectType;
  readonly fields: ReadonlyMap<string, readonly FieldNode[]>;
  readonly writable: ReadonlySet<string>;
}

/** The plans of the lists that PostgreSQL writes; none beside introspection, which has to show the schema as it is. */
function plansOf(context: GraphqlContext, selecting: Selecting, { root, fields, writable }: RootFields): Plans {
  const planning = context.planning(selecting);
  const plans = new Map<string, JsonPlan>();
  for (const [key, nodes] of fields) {
    const name = nodes[0]?.name.value ?? '';
    if (name === '__schema' || name === '__type') return new Map();
    const type = getNamedType(root.getFields()[name]?.type);
    const plan = writable.has(name) && isObjectType(type) ? jsonPlanOf(planning, type, nodes) : undefined;
    if (plan) plans.set(key, plan);
  }
  return plans;
}

/** The document with nothing but one operation, in which the fields that have plans have the names that make them text. */
function writtenBy(
  plans: Plans,
  fields: RootFields['fields'],
  { definitions }: DocumentNode,
  operation: OperationDefinitionNode,
): DocumentNode {
  const selections = [...fields].flatMap(([key, nodes]) =>
    plans.has(key) ? nodes.map((node) => asText(key, node)) : nodes,
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
