import { GraphQLError, Kind, type SelectionSetNode, type ValidationContext } from 'graphql';

export const MAX_ROOT_FIELDS = 20;

/** Each root field is one call of an operation; a request may hold so many, fragments looked through. */
export function maxRootFieldsRule(context: ValidationContext) {
  const count = (set: SelectionSetNode, seen: ReadonlySet<string>): number =>
    set.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + 1;
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + count(selection.selectionSet, seen);
      const name = selection.name.value;
      const fragment = context.getFragment(name);
      return fragment && !seen.has(name) ? sum + count(fragment.selectionSet, new Set([...seen, name])) : sum;
    }, 0);
  return {
    OperationDefinition: {
      enter(node: { readonly selectionSet: SelectionSetNode }): void {
        if (count(node.selectionSet, new Set()) <= MAX_ROOT_FIELDS) return;
        context.reportError(new GraphQLError(`A request takes at most ${MAX_ROOT_FIELDS} root fields.`));
      },
    },
  };
}
