import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** Input for finding the selected fields of a document. */
export interface Selecting {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode | undefined>>;
  /** Coerced. */
  readonly variables: Readonly<Record<string, unknown>>;
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

/** What is selected of the object that a field shows, in every place where the document selects it. */
export function setsOf(nodes: readonly FieldNode[]): SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
}

/** The fragments of a document, by their names. */
export function fragmentsOf({ definitions }: DocumentNode): Selecting['fragments'] {
  return Object.fromEntries(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
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
