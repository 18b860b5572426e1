import { isNativeError } from 'node:util/types';
import { clientErrorOf } from '../domain/client-errors.ts';
import {
  DomainError,
  type ErrorKind,
  forbidden,
  invalid,
  notFound,
  rateLimited,
  unauthenticated,
  unavailable,
  wordingOf,
} from '../domain/kernel/errors.ts';

const STATUS_BY_KIND: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  timeout: 408,
  conflict: 409,
  tooLarge: 413,
  unsupportedMedia: 415,
  rateLimited: 429,
  headersTooLarge: 431,
  internal: 500,
  unavailable: 503,
};

/** The one shape of an error, from the interface specification. */
export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly requestId: string };
}

/** The HTTP status of a kind of error. */
export function statusOf(kind: ErrorKind): number {
  return STATUS_BY_KIND[kind];
}

/** The error body, exactly `{ error: { code, message, requestId } }`. */
export function errorBody(code: string, message: string, requestId: string): ErrorBody {
  return { error: { code, message, requestId } };
}

/** 404 for a path that no route answers. @param nearest paths that may have been meant */
export function routeNotFound(nearest: readonly string[] = []): DomainError {
  return notFound('ROUTE_NOT_FOUND', { nearest: nearest.length > 0 ? nearest : undefined });
}

/** 405; the transport adds the `Allow` header. */
export function methodNotAllowed(): DomainError {
  return new DomainError('methodNotAllowed', 'METHOD_NOT_ALLOWED', wordingOf('METHOD_NOT_ALLOWED'));
}

/** 408: the request did not arrive in time. */
export function requestTimeout(): DomainError {
  return new DomainError('timeout', 'REQUEST_TIMEOUT', wordingOf('REQUEST_TIMEOUT', 'LATE'));
}

/** 413 for a body above the limit. */
export function payloadTooLarge(): DomainError {
  return new DomainError('tooLarge', 'PAYLOAD_TOO_LARGE', wordingOf('PAYLOAD_TOO_LARGE', 'BODY'));
}

/** 415 with what is expected instead. */
export function unsupportedMedia(problem: string): DomainError {
  return new DomainError(
    'unsupportedMedia',
    'UNSUPPORTED_MEDIA_TYPE',
    wordingOf('UNSUPPORTED_MEDIA_TYPE', { problem }),
  );
}

/** 431: request line and headers are larger than the server reads. */
export function headersTooLarge(): DomainError {
  return new DomainError('headersTooLarge', 'HEADERS_TOO_LARGE', wordingOf('HEADERS_TOO_LARGE'));
}

/** 400 without a more specific code. */
export function badRequest(problem?: string): DomainError {
  return problem ? invalid('BAD_REQUEST', 'OTHER', { problem }) : invalid('BAD_REQUEST', 'MALFORMED');
}

/** 500 without any detail. */
export function internalError(): DomainError {
  return new DomainError('internal', 'INTERNAL_ERROR', wordingOf('INTERNAL_ERROR'));
}

/** 503 while the process stops; another instance, or this one after a restart, answers the retry. */
export function shuttingDown(): DomainError {
  return unavailable('SHUTTING_DOWN');
}

/** 503 until the database is available and migrated. */
export function startingUp(): DomainError {
  return unavailable('SERVICE_UNAVAILABLE', 'STARTING');
}

/** Client errors that koa and its router throw, by their status. */
const HTTP_ERRORS = new Map<number, () => DomainError>([
  [400, () => badRequest()],
  [401, () => unauthenticated('ADMIN_AUTH_REQUIRED', 'SIGN_IN')],
  [403, () => forbidden('ROLE_FORBIDDEN', 'REQUEST')],
  [404, () => routeNotFound()],
  [405, methodNotAllowed],
  [408, requestTimeout],
  [413, payloadTooLarge],
  [415, () => unsupportedMedia('The media type is not supported.')],
  [429, () => rateLimited(1)],
  [431, headersTooLarge],
]);

/**
 * Maps any thrown value to a DomainError: a DomainError unchanged, a library's HTTP error by its status, a database error by
 * its code, everything else to INTERNAL_ERROR. Messages of foreign errors are never shown.
 */
export function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  return httpError(thrown) ?? clientErrorOf(thrown) ?? internalError();
}

/** Whether an error needs its own log line: a limit that rejects a flood works as intended, and the requests are logged. */
export function isInternalError(thrown: unknown): boolean {
  const domainError = toDomainError(thrown);
  return statusOf(domainError.kind) >= 500 && !(thrown === domainError && domainError.code === 'OVERLOADED');
}

/** The error of a status without a body: the router's 404, 405, and 501 for an unknown method. */
export function errorOfStatus(status: number): DomainError {
  if (status === 501) return methodNotAllowed();
  if (status >= 500) return internalError();
  return HTTP_ERRORS.get(status)?.() ?? badRequest();
}

/** Only errors meant for the client (`expose`, set by http-errors for 4xx): other libraries use `status` for their own. */
function httpError(thrown: unknown): DomainError | undefined {
  if (!isNativeError(thrown) || !('expose' in thrown) || thrown.expose !== true) return undefined;
  if (!('status' in thrown) || typeof thrown.status !== 'number') return undefined;
  return HTTP_ERRORS.get(thrown.status)?.();
}
