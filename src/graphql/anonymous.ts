import { Kind, parse } from 'graphql';

/** What somebody without a session may ask for. */
const FOR_STRANGERS = new Set(['login', 'logout', '__typename']);
const MAX_TOKENS = 3_000;

/** Whether a request does nothing but sign in or out: a mutation of those fields, without fragments. */
export function isOnlyForStrangers(body: unknown): boolean {
  const query = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
  if (typeof query !== 'string') return false;
  try {
    return parse(query, { noLocation: true, maxTokens: MAX_TOKENS }).definitions.every(
      (definition) =>
        definition.kind === Kind.OPERATION_DEFINITION &&
        definition.operation === 'mutation' &&
        definition.selectionSet.selections.every(
          (selection) => selection.kind === Kind.FIELD && FOR_STRANGERS.has(selection.name.value),
        ),
    );
  } catch {
    return false;
  }
}
