import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { DomainError, type ErrorCode } from '../../domain/kernel/errors.ts';
import type { SignInErrors } from '../admission/anonymous.ts';
import { INVALID_DOCUMENT, saidBy } from '../document/errors.ts';
import { withoutValue } from '../document/quoted-values.ts';
import { type ErrorReporting, shownError } from '../execution/shown-error.ts';

/** Error shape and statuses of HTTP, the same for both transports. */
export interface HttpErrors extends ErrorReporting, SignInErrors {}

/** Client errors of graphql-js and Apollo (invalid document or variables), by code, with our codes. */
const DOCUMENT_ERRORS: Readonly<Record<string, ErrorCode>> = {
  GRAPHQL_PARSE_FAILED: INVALID_DOCUMENT,
  GRAPHQL_VALIDATION_FAILED: INVALID_DOCUMENT,
  BAD_USER_INPUT: 'VALIDATION_FAILED',
  BAD_REQUEST: 'BAD_REQUEST',
  OPERATION_RESOLUTION_FAILURE: 'BAD_REQUEST',
  // Clients recognize these two names and send the whole document instead.
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
      const shown = { ...formatted, message: withoutValue(message) };
      const status = isMethodNotAllowed(thrown) ? 405 : 400;
      const extensions = { code: documentCode, status, ...saidBy(shown, documentCode) };
      return { message: shown.message, locations, path, extensions };
    }
    const { kind: _kind, message: shown, ...extensions } = shownError(reporting, original);
    return { message: shown, locations, path, extensions };
  };
}

/** Logs the internal ones among the errors of a request. */
export function logErrors(
  { toDomainError, statusOf, logInternalError }: HttpErrors,
  errors: readonly GraphQLError[],
  requestId: string,
): void {
  const ours = errors.filter(({ extensions }) => !DOCUMENT_ERRORS[String(extensions?.code)]);
  // An error of a batched read fails each of its records, but is logged once.
  for (const original of new Set(ours.map(originalOf))) {
    const domainError = toDomainError(original);
    if (statusOf(domainError) >= 500) logInternalError(requestId, original, domainError.code);
  }
}

/** The error of a resolver, or of a rule that rejects the whole document. */
function originalOf(thrown: unknown): unknown {
  const isRule = thrown instanceof GraphQLError && thrown.originalError instanceof DomainError;
  return isRule ? thrown.originalError : unwrapResolverError(thrown);
}

/** A mutation by GET: Apollo reports it only by the status. */
function isMethodNotAllowed(thrown: unknown): boolean {
  return thrown instanceof GraphQLError && (thrown.extensions.http as { status?: number } | undefined)?.status === 405;
}
