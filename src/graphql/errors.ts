import type { ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { DomainError } from '../domain/kernel/errors.ts';
import type { GraphqlContext } from './context.ts';
import { type ErrorReporting, shownError } from './shown-error.ts';

/** Error shape and statuses of HTTP, the same for both transports. */
export interface HttpErrors extends ErrorReporting {
  readonly isUnauthenticated: (thrown: unknown) => boolean;
  readonly isTooLarge: (thrown: unknown) => boolean;
}

/** Client errors of graphql-js and Apollo (invalid document or variables), by code, with our codes. */
const DOCUMENT_ERRORS: Readonly<Record<string, string>> = {
  GRAPHQL_PARSE_FAILED: 'GRAPHQL_VALIDATION_FAILED',
  GRAPHQL_VALIDATION_FAILED: 'GRAPHQL_VALIDATION_FAILED',
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

/** Where graphql-js quotes a value, of a variable or in the document: its rules, its scalars and enums, its parser. */
const QUOTED_VALUES: readonly (readonly [pattern: RegExp, without: string])[] = [
  [/^(Variable "\$\w+") got invalid value .*?( at "[\w.[\]]+")?; .*$/s, '$1 has a value of another type$2.'],
  [/^((?:Enum )?"?\w+"? cannot represent [\w -]*value): .*$/s, '$1.'],
  [/^(Expected value of type "[^"]+"), found .*$/s, '$1.'],
  [/\b((?:Block)?String) ".*"/s, '$1'],
];

/** Removes quoted values, which may be a mistyped or misplaced password. */
function withoutValue(message: string): string {
  return QUOTED_VALUES.reduce((text, [pattern, without]) => text.replace(pattern, without), message);
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
        async willSendResponse({ response, contextValue }) {
          if (response.body.kind !== 'single') return;
          const { singleResult } = response.body;
          const { requestId } = contextValue.call;
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

function hasData(data: Readonly<Record<string, unknown>> | null | undefined): boolean {
  return data !== null && data !== undefined && Object.values(data).some((value) => value !== null);
}
