import type { ErrorCode, ErrorMessageId, FieldErrorCode } from './generated/schema.ts';

/** Why a request failed, whichever client made it. */
export interface Problem {
  /** Stable, for code: `REVISION_CONFLICT`. The schema lists the codes of each field (`@errors`). NETWORK: nothing answered. */
  readonly code: ErrorCode | 'NETWORK';
  /** The sentence of the message, and the values in it: `textOf` says it in another language. */
  readonly messageId?: ErrorMessageId;
  readonly params: Readonly<Record<string, unknown>>;
  /** What happened and what to do, in English, for people. */
  readonly message: string;
  /** The inputs that were wrong, for the form. */
  readonly fields: readonly WrongField[];
  /** Names the request in the service's logs. */
  readonly requestId?: string;
}

interface WrongField {
  readonly path: string;
  readonly code: FieldErrorCode;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

interface GraphqlError {
  readonly message: string;
  readonly extensions?: Partial<Omit<Problem, 'message'>>;
}

/** The first error of an answer; what has no GraphQL error (no network, a proxy's page) is NETWORK. */
export function problemOf(error: unknown): Problem {
  const [first] = graphqlErrorsOf(error);
  if (!first) return { code: 'NETWORK', message: String(error), params: {}, fields: [] };
  const { code = 'INTERNAL_ERROR', messageId, params = {}, fields = [], requestId } = first.extensions ?? {};
  return { code, messageId, params, message: first.message, fields, requestId };
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
