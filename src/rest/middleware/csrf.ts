import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '../../domain/kernel/errors.ts';
import { serviceTokenOf } from '../bearer.ts';
import type { WireMiddleware } from '../request-state.ts';
import { hasSessionCookie, type SessionCookie } from './session-cookie.ts';

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Values of Sec-Fetch-Site for requests that no other site started. */
const OWN_SITES = new Set(['same-origin', 'none']);

/** Queries may come by GET. */
const GRAPHQL_PATH = /^\/graphql\/?$/i;

/** So may subscriptions, and the streams of their events. */
const STREAM_PATH = /^\/graphql\/stream\/?$/i;

/** Where sessions begin and end, which needs no cookie; a path's case and its trailing slash do not matter to the router. */
const SESSION_PATHS = /^\/(?:v1\/admin\/auth|graphql)(?:\/|$)/i;

/**
 * Rejects an unsafe request with the session's cookie, or one that may start or end a session, unless it comes from an allowed
 * origin or from this site itself. A request without Origin and Sec-Fetch-Site comes from a script, not from a browser.
 * @param allowedOrigins PUBLIC_URL's origin and the configured ones, as browsers write them (`https://host[:port]`)
 * @throws DomainError CSRF_ORIGIN_REJECTED
 */
export function csrf(cookie: SessionCookie, allowedOrigins: readonly string[]): WireMiddleware {
  const allowed = new Set(allowedOrigins.map((origin) => new URL(origin).origin));
  return (ctx, next) => {
    const { headers } = ctx.req;
    // A page of another site must not run queries with the cookie, by a script or an image that measures its time.
    const isQuery = STREAM_PATH.test(ctx.path) || (GRAPHQL_PATH.test(ctx.path) && 'query' in ctx.query);
    if (SAFE_METHODS.has(ctx.method) && !isQuery) return next();
    const hasCookie = hasSessionCookie(headers, cookie);
    // A page sends a token only if it has one: browsers add none, and ask before they send the header to another site.
    const concernsSession =
      hasCookie || (SESSION_PATHS.test(ctx.path) && serviceTokenOf(headers.authorization) === undefined);
    if (concernsSession && !isTrusted(headers, allowed)) {
      throw forbidden(
        'CSRF_ORIGIN_REJECTED',
        'The origin of the requesting page cannot use the session cookie. Add it to ALLOWED_ORIGINS.',
      );
    }
    return next();
  };
}

function isTrusted(headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined && site === undefined) return true;
  if (origin !== undefined && allowed.has(origin)) return true;
  return typeof site === 'string' && OWN_SITES.has(site);
}
