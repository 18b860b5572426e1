import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getVariableValues,
  isAbstractType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { badInput } from './errors.ts';
import { problemOfVariables } from './variable-problem.ts';

/** Input for finding the selected fields of a document. */
export interface Selecting {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode | undefined>>;
  /** Coerced. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * The input for finding the fields of an operation.
 * @param given the variables, as the caller sent them
 * @throws GraphQLError 400 BAD_USER_INPUT if they are invalid
 */
export function selectingOf(
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  operation: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): Selecting {
  // Ends at the first error: each of them takes 400 us, and a list can hold thousands.
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], given, { maxErrors: 1 });
  if (errors?.[0]) throw badInput(problemOfVariables(schema, operation, given) ?? { message: errors[0].message });
  const fragments = definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
  );
  return { schema, fragments: Object.fromEntries(fragments), variables: coerced ?? {} };
}

/**
 * The fields of an object that are executed, by the key that they have in the reply, as GraphQL merges them: through
 * fragments, without what `@skip` and `@include` leave out. Each fragment is read once, however often it is spread.
 */
export function selectedFields(
  selecting: Selecting,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (!isIncluded(selection, selecting.variables)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        fields.set(key, [...(fields.get(key) ?? []), selection]);
        continue;
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : named(selection.name.value);
      if (fragment && matches(selecting.schema, fragment.typeCondition?.name.value, type)) {
        collect(fragment.selectionSet);
      }
    }
  };
  const named = (name: string): FragmentDefinitionNode | undefined => {
    if (spread.has(name)) return undefined;
    spread.add(name);
    return selecting.fragments[name];
  };
  for (const set of sets) collect(set);
  return fields;
}

/** The selections of the object of a field, from every place where the document selects it. */
export function setsOf(nodes: readonly FieldNode[]): SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
}

function isIncluded(node: SelectionNode, variables: Selecting['variables']): boolean {
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;
}

function matches(schema: GraphQLSchema, condition: string | undefined, type: GraphQLObjectType): boolean {
  if (condition === undefined || condition === type.name) return true;
  const wanted = schema.getType(condition);
  return isAbstractType(wanted) && schema.isSubType(wanted, type);
}
