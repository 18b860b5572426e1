/** Why a request failed, whichever client made it. */
export interface Problem {
  /** Stable, for code: `REVISION_CONFLICT`. The schema lists the codes of each field (`@errors`). */
  readonly code: string;
  /** What happened and what to do, in English, for people. */
  readonly message: string;
  /** The inputs that were wrong, for the form. */
  readonly fields: readonly { readonly field: string; readonly message: string }[];
  /** Names the request in the service's logs. */
  readonly requestId?: string;
}

interface GraphqlError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The first error of an answer; what has no GraphQL error (no network, a proxy's page) is NETWORK. */
export function problemOf(error: unknown): Problem {
  const [first] = graphqlErrorsOf(error);
  if (!first) return { code: 'NETWORK', message: String(error), fields: [] };
  const { code, fields, requestId } = first.extensions ?? {};
  return {
    code: typeof code === 'string' ? code : 'INTERNAL_ERROR',
    message: first.message,
    fields: Array.isArray(fields) ? fields : [],
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}

/** Apollo's `CombinedGraphQLErrors` has `errors`, urql's `CombinedError` has `graphQLErrors`. */
function graphqlErrorsOf(error: unknown): readonly GraphqlError[] {
  if (typeof error !== 'object' || error === null) return [];
  const { graphQLErrors, errors }: { graphQLErrors?: unknown; errors?: unknown } = error;
  const found = graphQLErrors ?? errors;
  return Array.isArray(found) ? found : [];
}

/** Whether the session is over: show the sign-in, and forget what was read. */
export const isSignedOut = (error: unknown): boolean => problemOf(error).code === 'ADMIN_AUTH_REQUIRED';
