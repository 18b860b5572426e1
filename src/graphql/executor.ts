import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getVariableValues,
  Kind,
  locatedError,
  type OperationDefinitionNode,
} from 'graphql';
import type { GraphqlContext } from './context.ts';
import { jsonPlanOf } from './json-plan.ts';
import { fragmentsOf, type Selecting, selectedFields } from './selection.ts';

/** What Apollo asks an executor for. */
export interface Execution {
  readonly document: DocumentNode;
  /** Undefined when the request names no operation of the document. */
  readonly operation: OperationDefinitionNode | undefined;
  readonly context: GraphqlContext;
  readonly request: { readonly operationName?: string; readonly variables?: Readonly<Record<string, unknown>> };
}

/** A query under way. */
interface Running {
  readonly context: GraphqlContext;
  readonly operation: OperationDefinitionNode;
}

interface RootField {
  readonly key: string;
  readonly nodes: readonly FieldNode[];
}

/**
 * Executes an operation as graphql-js does, except that lists that PostgreSQL can write as JSON are not taken apart
 * and put together again: they pass through to the reply as text.
 * @param writable names of the root fields that can answer with text
 */
export function executorOf(schema: GraphQLSchema, writable: ReadonlySet<string>) {
  const root = schema.getQueryType() as GraphQLObjectType;

  /** Splits the fields of a query into those that PostgreSQL writes, whose plans are given to the context, and the others. */
  function planned(
    { context, operation }: Running,
    selecting: Selecting,
  ): readonly [written: RootField[], others: RootField[]] {
    const planning = context.planning(selecting);
    const [written, others]: [RootField[], RootField[]] = [[], []];
    for (const [key, nodes] of selectedFields(selecting, root, [operation.selectionSet])) {
      const name = nodes[0]?.name.value ?? '';
      const plan = writable.has(name)
        ? jsonPlanOf(planning, getNamedType(root.getFields()[name]?.type) as GraphQLObjectType, nodes)
        : undefined;
      if (plan) context.jsonPlans.set(key, plan);
      (plan ? written : others).push({ key, nodes });
    }
    return [written, others];
  }

  async function written({ context, operation }: Running, selecting: Selecting, { key, nodes }: RootField) {
    const [node] = nodes as [FieldNode];
    const field = root.getFields()[node.name.value];
    try {
      if (!field?.resolve) throw new Error(`Query.${node.name.value} has no resolver.`);
      const info = {
        ...selecting,
        fieldName: field.name,
        fieldNodes: nodes,
        returnType: field.type,
        parentType: root,
        path: { prev: undefined, key, typename: root.name },
        rootValue: undefined,
        operation,
        variableValues: selecting.variables,
      } as unknown as GraphQLResolveInfo;
      const args = getArgumentValues(field, node, selecting.variables);
      const value: unknown = await field.resolve(undefined, args, context, info);
      // graphql-shield gives its refusals back.
      if (value instanceof Error) throw value;
      return { key, value };
    } catch (error) {
      return { key, value: null, error: locatedError(error, nodes, [key]) };
    }
  }

  return async (execution: Execution): Promise<ExecutionResult> => {
    const { document, operation, context, request } = execution;
    const { operationName, variables: variableValues } = request;
    const whole = { schema, document, contextValue: context, variableValues, operationName };
    if (operation?.operation !== 'query') return execute(whole);
    const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {});
    const selecting: Selecting = { schema, fragments: fragmentsOf(document), variables: coerced ?? {} };
    const [texts, others] = coerced ? planned({ context, operation }, selecting) : [[], []];
    if (texts.length === 0) return execute(whole);
    const [found, rest] = await Promise.all([
      Promise.all(texts.map((field) => written({ context, operation }, selecting, field))),
      others.length > 0 ? execute({ ...whole, document: documentOf(operation, others, document) }) : undefined,
    ]);
    // A map: a field may be called `__proto__`.
    const values = new Map([
      ...Object.entries(rest?.data ?? {}),
      ...found.map(({ key, value }) => [key, value] as const),
    ]);
    const keys = selectedFields(selecting, root, [operation.selectionSet]).keys();
    const errors = [...(rest?.errors ?? []), ...found.flatMap(({ error }) => error ?? [])];
    return {
      ...(errors.length > 0 ? { errors } : {}),
      data: Object.fromEntries([...keys].map((key) => [key, values.get(key) ?? null])),
    };
  };
}

/** The document with nothing but these fields of an operation. */
function documentOf(
  operation: OperationDefinitionNode,
  fields: readonly RootField[],
  { definitions }: DocumentNode,
): DocumentNode {
  const selections = fields.flatMap(({ nodes }) => nodes);
  const selectionSet = { kind: Kind.SELECTION_SET, selections } as const;
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION) as FragmentDefinitionNode[];
  return { kind: Kind.DOCUMENT, definitions: [{ ...operation, selectionSet }, ...fragments] };
}
