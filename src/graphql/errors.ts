import type { ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { type DocumentNode, GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { DomainError } from '../domain/kernel/errors.ts';
import type { GraphqlContext } from './context.ts';
import { problemsOfDocument } from './document-problems.ts';
import { withoutValue } from './quoted-values.ts';
import { type ErrorReporting, shownError } from './shown-error.ts';

/** Error shape and statuses of HTTP, the same for both transports. */
export interface HttpErrors extends ErrorReporting {
  readonly isUnauthenticated: (thrown: unknown) => boolean;
  readonly isTooLarge: (thrown: unknown) => boolean;
}

const INVALID_DOCUMENT = 'GRAPHQL_VALIDATION_FAILED';

/** Client errors of graphql-js and Apollo (invalid document or variables), by code, with our codes. */
const DOCUMENT_ERRORS: Readonly<Record<string, string>> = {
  GRAPHQL_PARSE_FAILED: INVALID_DOCUMENT,
  GRAPHQL_VALIDATION_FAILED: INVALID_DOCUMENT,
  BAD_USER_INPUT: 'VALIDATION_FAILED',
  BAD_REQUEST: 'BAD_REQUEST',
  OPERATION_RESOLUTION_FAILURE: 'BAD_REQUEST',
  // Clients know these two names and send the whole document instead.
  PERSISTED_QUERY_NOT_SUPPORTED: 'PERSISTED_QUERY_NOT_SUPPORTED',
  PERSISTED_QUERY_NOT_FOUND: 'PERSISTED_QUERY_NOT_FOUND',
  DOCUMENT_NOT_TRUSTED: 'DOCUMENT_NOT_TRUSTED',
};

/** Formats every error: client errors show their code, status and fields; internal errors nothing; others are document errors. */
export function formatError(reporting: HttpErrors) {
  return (formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError => {
    const { message, locations, path } = formatted;
    const documentCode = DOCUMENT_ERRORS[String(formatted.extensions?.code)];
    const original = originalOf(thrown);
    if (documentCode && original === thrown) {
      const { fields } = formatted.extensions ?? {};
      const status = isMethodNotAllowed(thrown) ? 405 : 400;
      const extensions = { code: documentCode, status, ...(fields ? { fields } : {}) };
      return { message: withoutValue(message), locations, path, extensions };
    }
    const { kind: _kind, message: shown, ...extensions } = shownError(reporting, original);
    return { message: shown, locations, path, extensions };
  };
}

/** The error of a resolver, or of a rule that rejects the whole document. */
function originalOf(thrown: unknown): unknown {
  const isRule = thrown instanceof GraphQLError && thrown.originalError instanceof DomainError;
  return isRule ? thrown.originalError : unwrapResolverError(thrown);
}

/** A mutation by GET: Apollo says so by the status alone. */
function isMethodNotAllowed(thrown: unknown): boolean {
  return thrown instanceof GraphQLError && (thrown.extensions.http as { status?: number } | undefined)?.status === 405;
}

/**
 * Adds the request id to every error, logs internal errors, and answers a request without any success with the status of its
 * first error; a partly successful query stays 200.
 */
export function errorPlugin({
  toDomainError,
  statusOf,
  logInternalError,
}: HttpErrors): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue }) {
          const ours = errors.filter(({ extensions }) => !DOCUMENT_ERRORS[String(extensions?.code)]);
          // An error of a batched read fails each of its records, but is logged once.
          for (const original of new Set(ours.map(originalOf))) {
            const domainError = toDomainError(original);
            if (statusOf(domainError) >= 500) logInternalError(contextValue.call.requestId, original, domainError.code);
          }
        },
        async willSendResponse({ response, contextValue, ...request }) {
          if (response.body.kind !== 'single') return;
          const { singleResult } = response.body;
          const { requestId } = contextValue.call;
          if (request.document && !request.operation && isInvalid(singleResult.errors)) {
            singleResult.errors = explained(request.schema, request.document, contextValue) ?? singleResult.errors;
          }
          const errors = singleResult.errors?.map((error) => ({
            ...error,
            extensions: { ...error.extensions, requestId } as Readonly<Record<string, unknown>>,
          }));
          if (!errors?.[0]) return;
          singleResult.errors = errors;
          const waits = errors.flatMap(({ extensions }) => Number(extensions.retryAfterSeconds ?? 0));
          if (Math.max(...waits) > 0) response.http.headers.set('retry-after', String(Math.max(...waits)));
          if (hasData(singleResult.data)) return;
          const { status } = errors[0].extensions as { readonly status?: unknown };
          response.http.status = typeof status === 'number' ? status : (response.http.status ?? 400);
        },
      };
    },
  };
}

/** Whether the document was refused by its validation. */
function isInvalid(errors: readonly GraphQLFormattedError[] = []): boolean {
  return errors.length > 0 && errors.every(({ extensions }) => extensions?.code === INVALID_DOCUMENT);
}

/**
 * The errors of an invalid document in words that say what to write instead, without names of the schema for a caller who may not read
 * it. The document is validated once more: Apollo has no place for rules of ours in the stead of its own.
 */
function explained(
  schema: GraphQLSchema,
  document: DocumentNode,
  { mayReadSchema }: GraphqlContext,
): readonly GraphQLFormattedError[] | undefined {
  const problems = problemsOfDocument(schema, document, { hideSuggestions: !mayReadSchema });
  if (problems.length === 0) return undefined;
  return problems.map(({ message, locations }) => ({
    message: withoutValue(message),
    locations,
    extensions: { code: INVALID_DOCUMENT, status: 400 },
  }));
}

function hasData(data: Readonly<Record<string, unknown>> | null | undefined): boolean {
  return data !== null && data !== undefined && Object.values(data).some((value) => value !== null);
}
