import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { bearerOf } from '../bearer.ts';
import type { WireMiddleware } from '../request-state.ts';

/** The origins whose pages may call this service, as browsers write them (`https://host[:port]`). */
export interface CorsSettings {
  /** May use the session cookie: on GraphQL, the admin routes and every path that has no other policy. */
  readonly allowedOrigins: readonly string[];
  /** May send preorders and view events; undefined: every origin. */
  readonly publicSiteOrigins: readonly string[] | undefined;
}

/** The part of a request that determines its CORS headers. */
export type CorsRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

type Headers = Readonly<Record<string, string>>;

/** @returns the headers that every answer to this request has, errors included */
export type CorsHeaders = (request: CorsRequest) => Headers;

interface Policy {
  readonly origins: ReadonlySet<string> | 'any';
  readonly credentials: boolean;
  readonly methods: string;
}

/** Public data that is read by GET; the paths below /v1/public/ are public too. */
const PUBLIC_READS = new Set(['/health', '/livez', '/readyz', '/v1/devices/pair/issuer-keys', '/v1/openapi.json']);
const READ_METHODS = new Set(['GET', 'HEAD']);

/** Request headers of clients of this service, of Apollo and urql, and of W3C trace context. */
const REQUEST_HEADERS = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Request-Id',
  'Apollo-Require-Preflight',
  'X-Apollo-Operation-Name',
  'Apollographql-Client-Name',
  'Apollographql-Client-Version',
  'X-GraphQL-Event-Stream-Token',
  'Traceparent',
  'Tracestate',
].join(', ');

/** Response headers that a page may read; docs/api/other-origins.md lists them. */
const RESPONSE_HEADERS = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Idempotency-Replayed',
  'Content-Disposition',
  'ETag',
  'WWW-Authenticate',
].join(', ');

/** Two hours: Chromium keeps the answer to a preflight no longer. */
const PREFLIGHT_SECONDS = '7200';

/**
 * CORS (https://fetch.spec.whatwg.org/#http-cors-protocol). Four policies: configured origins use the session cookie on
 * GraphQL and the admin routes, where every other origin may send a service account's token but no cookie, every origin reads
 * public data, and the public site's origins send preorders. Devices are not browsers, so their routes have none. @koa/cors has
 * one policy for all paths and does not cover errors of the HTTP server before Koa (431, 408, 503); a page could not distinguish
 * such an answer from a broken connection.
 */
export function corsHeaders(settings: CorsSettings): CorsHeaders {
  const policyOf = policies(settings);
  return (request) => {
    const policy = policyOf(request, request.method);
    if (!policy) return {};
    const { origin, authorization } = request.headers;
    const permission = permissionOf(policy, origin, bearerOf(authorization) !== undefined);
    return permission
      ? { ...permission, 'Access-Control-Expose-Headers': RESPONSE_HEADERS, ...varying(policy, 'Origin') }
      : varying(policy, 'Origin');
  };
}

/**
 * Sets the CORS headers before anything can reject the request, and answers preflights, which have no cookie and use neither a
 * rate limit nor the database. An origin without permission gets an answer without these headers.
 */
export function cors(settings: CorsSettings): WireMiddleware {
  const policyOf = policies(settings);
  const headersOf = corsHeaders(settings);
  return (ctx, next) => {
    const { req, res } = ctx;
    const requestedMethod =
      ctx.method === 'OPTIONS' && req.headers.origin ? ctx.get('access-control-request-method') : '';
    const policy = requestedMethod ? policyOf(req, requestedMethod) : undefined;
    const headers = policy ? preflightHeaders(policy, req.headers) : headersOf(req);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    if (!policy) return next();
    ctx.status = 204;
    return undefined;
  };
}

function policies({ allowedOrigins, publicSiteOrigins }: CorsSettings) {
  const admin: Policy = {
    origins: new Set(allowedOrigins),
    credentials: true,
    methods: 'GET, HEAD, POST, PUT, PATCH, DELETE',
  };
  const publicRead: Policy = { origins: 'any', credentials: false, methods: 'GET, HEAD' };
  const publicWrite: Policy = {
    origins: publicSiteOrigins ? new Set(publicSiteOrigins) : 'any',
    credentials: false,
    methods: 'POST',
  };
  return ({ url = '' }: CorsRequest, method = ''): Policy | undefined => {
    // The router takes any case and a trailing slash.
    const path = (url.split('?', 1)[0] ?? '').toLowerCase().replace(/\/$/, '');
    const isRead = READ_METHODS.has(method);
    if (path.startsWith('/v1/public/')) return isRead ? publicRead : publicWrite;
    if (isRead && PUBLIC_READS.has(path)) return publicRead;
    if (path.startsWith('/v1/devices/') || path.startsWith('/v1/firmware/')) return undefined;
    return admin;
  };
}

function preflightHeaders(policy: Policy, { origin, ...headers }: IncomingHttpHeaders): Headers {
  const vary = varying(policy, 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
  const asked = headers['access-control-request-headers'] ?? '';
  const permission = permissionOf(policy, origin, /(?:^|,)\s*authorization\s*(?:,|$)/i.test(asked));
  if (!permission) return vary;
  return {
    ...permission,
    'Access-Control-Allow-Methods': policy.methods,
    'Access-Control-Allow-Headers': REQUEST_HEADERS,
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    ...vary,
  };
}

/** Helmet's `same-origin` policy would keep a page that embeds public data without CORS from it. */
const FOR_ANYBODY: Headers = { 'Access-Control-Allow-Origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** What a page may do with a token that it has: read the answer. Browsers add no cookie where every origin is permitted. */
const WITH_TOKEN: Headers = { 'Access-Control-Allow-Origin': '*' };

/** @param hasToken whether the request has a bearer token, or a preflight asks to send one */
function permissionOf(
  { origins, credentials }: Policy,
  origin: string | undefined,
  hasToken: boolean,
): Headers | undefined {
  if (origins === 'any') return FOR_ANYBODY;
  if (origin === undefined) return undefined;
  if (!origins.has(origin)) return credentials && hasToken ? WITH_TOKEN : undefined;
  return {
    'Access-Control-Allow-Origin': origin,
    ...(credentials ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
  };
}

/** What is the same for every origin varies with nothing. */
function varying({ origins }: Policy, names: string): Headers {
  return origins === 'any' ? {} : { Vary: names };
}
