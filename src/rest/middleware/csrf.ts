import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '../../domain/kernel/errors.ts';
import { serviceTokenOf } from '../bearer.ts';
import type { WireMiddleware } from '../request-state.ts';
import { hasSessionCookie, type SessionCookie } from './session-cookie.ts';

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Values of Sec-Fetch-Site for requests that no other site started. */
const OWN_SITES = new Set(['same-origin', 'none']);

/** Queries may come by GET, with their text or the id of a trusted document; without any parameter, it is the page of GraphiQL. */
const GRAPHQL_PATH = /^\/graphql\/?$/i;

/** So may subscriptions, and the streams of their events. */
const STREAM_PATH = /^\/graphql\/stream\/?$/i;

/** Lists, reports and exports: a page that cannot read them could still have them made, again and again, and measure their time. */
const ADMIN_PATHS = /^\/v1\/admin(?:\/|$)/i;

/** Where sessions begin and end, which needs no cookie; a path's case and its trailing slash do not matter to the router. */
const SESSION_PATHS = /^\/(?:v1\/admin\/auth|graphql)(?:\/|$)/i;

/**
 * Rejects a request with the session's cookie that changes or reads something, or one that may start or end a session, unless it
 * comes from an allowed origin or from this site itself. A request without Origin and Sec-Fetch-Site comes from a script, not from a browser.
 * @param allowedOrigins PUBLIC_URL's origin and the configured ones, as browsers write them (`https://host[:port]`)
 * @throws DomainError CSRF_ORIGIN_REJECTED
 */
export function csrf(cookie: SessionCookie, allowedOrigins: readonly string[]): WireMiddleware {
  const allowed = new Set(allowedOrigins.map((origin) => new URL(origin).origin));
  return (ctx, next) => {
    const { headers } = ctx.req;
    const isSafe = SAFE_METHODS.has(ctx.method);
    const isAdminRead = isSafe && ctx.method !== 'OPTIONS' && ADMIN_PATHS.test(ctx.path);
    const isQuery = STREAM_PATH.test(ctx.path) || (GRAPHQL_PATH.test(ctx.path) && ctx.querystring !== '');
    if (isSafe && !isQuery && !isAdminRead) return next();
    const hasCookie = hasSessionCookie(headers, cookie);
    // A page sends a token only if it has one: browsers add none, and ask before they send the header to another site.
    const beginsSession =
      !isAdminRead && SESSION_PATHS.test(ctx.path) && serviceTokenOf(headers.authorization) === undefined;
    if ((hasCookie || beginsSession) && !isTrusted(headers, allowed, isSafe)) {
      throw forbidden('CSRF_ORIGIN_REJECTED');
    }
    return next();
  };
}

function isTrusted(headers: IncomingHttpHeaders, allowed: ReadonlySet<string>, isSafe: boolean): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined && site === undefined) return true;
  // A link has no Origin, but the address of its page, which a page can leave out and not make up.
  const page = origin ?? (isSafe ? originOf(headers.referer) : undefined);
  if (page !== undefined && allowed.has(page)) return true;
  return typeof site === 'string' && OWN_SITES.has(site);
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}
