import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { DomainError } from '../domain/kernel/errors.ts';
import { errorBody, statusOf } from './errors.ts';

const RETRY_AFTER_SECONDS = 1;
const GRAPHQL_PATHS: readonly string[] = ['/graphql', '/graphql/stream'];
const COOKIE_CHALLENGE = 'Cookie realm="admin"';
const BEARER_CHALLENGE = 'Bearer error="invalid_token"';

type Headers = Readonly<Record<string, string>>;

/**
 * Headers of an error: 401 has its scheme (RFC 9110, 11.6.1; Bearer as in RFC 6750, 3); 429, 503 and temporary 409 errors
 * have Retry-After.
 * @param brand part of the scheme name of device proofs
 */
export function errorHeaders(domainError: DomainError, brand = 'device'): Headers {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
  if (domainError.kind === 'unauthenticated') headers['WWW-Authenticate'] = challengeOf(domainError, brand);
  if (domainError.kind === 'rateLimited' || domainError.kind === 'unavailable') {
    headers['Retry-After'] = String(domainError.extras.retryAfterSeconds ?? RETRY_AFTER_SECONDS);
  } else if (domainError.extras.retryAfterSeconds !== undefined) {
    headers['Retry-After'] = String(domainError.extras.retryAfterSeconds);
  }
  return headers;
}

/** Selects by the prefix of the code, so that new codes need no entry here. */
function challengeOf({ code, extras: { bearerError } }: DomainError, brand: string): string {
  if (bearerError) return `Bearer realm="admin", error="${bearerError}"`;
  if (code.startsWith('PAIRING_')) return BEARER_CHALLENGE;
  if (/^(?:DEVICE|HARDWARE|CHALLENGE)_/.test(code)) return `${brand}-proof realm="device"`;
  return COOKIE_CHALLENGE;
}

/**
 * The error body as text: REST's shape, or for the path of GraphQL the one of its specification.
 * @param url of the request
 */
export function errorText(domainError: DomainError, requestId: string, url: string | undefined): string {
  const { code, message, messageId, params, kind, extras } = domainError;
  if (!isGraphql(url)) return JSON.stringify(errorBody(code, message, requestId));
  const { retryAfterSeconds, fields } = extras;
  const further = { ...(fields ? { fields } : {}), ...(retryAfterSeconds ? { retryAfterSeconds } : {}) };
  const extensions = { code, messageId, params, status: statusOf(kind), ...further, requestId };
  return JSON.stringify({ errors: [{ message, extensions }] });
}

/** Whether an address is GraphQL's. */
export function isGraphql(url: string | undefined): boolean {
  return GRAPHQL_PATHS.includes(url?.split('?', 1)[0] ?? '');
}

/** Answers a request with an error, without Koa. A HEAD gets only the headers. */
export function endWithError(res: ServerResponse, domainError: DomainError, requestId: string, headers: Headers): void {
  const text = errorText(domainError, requestId, res.req.url);
  res.writeHead(statusOf(domainError.kind), {
    ...headers,
    'x-request-id': requestId,
    'Content-Length': Buffer.byteLength(text),
  });
  res.end(text);
}

/** A whole response as text, for a socket whose request Node could not parse; it ends the connection. */
export function rawErrorResponse(domainError: DomainError, requestId: string, headers: Headers, url?: string): string {
  const status = statusOf(domainError.kind);
  const text = errorText(domainError, requestId, url);
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestId,
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}
