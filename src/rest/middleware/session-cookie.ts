import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';

/** Sessions end 12 hours after their login, without renewal: the cookie expires with the session's row. */
const SESSION_MAX_AGE_SECONDS = 12 * 60 * 60;

/** base64url; such a token cannot change the meaning of its header. */
const TOKEN = /^[A-Za-z0-9_-]{1,128}$/;

export interface SessionCookie {
  readonly name: string;
  readonly secure: boolean;
}

/**
 * The admin session's cookie for this address of the service. Over https its name gets the `__Host-` prefix, by which
 * browsers refuse it from a subdomain, from http, or with a Domain (RFC 6265bis, 4.1.3.2).
 */
export function sessionCookie(baseName: string, publicUrl: URL): SessionCookie {
  const secure = publicUrl.protocol === 'https:';
  return { name: secure ? `__Host-${baseName}` : baseName, secure };
}

/** True when the request carries a cookie of that name, whatever is in it. */
export function hasSessionCookie(headers: IncomingHttpHeaders, { name }: SessionCookie): boolean {
  return valuesOf(headers.cookie, name).length > 0;
}

/** The session token, or undefined: also when the cookie is there twice, since one of them was planted. */
export function readSessionCookie(headers: IncomingHttpHeaders, { name }: SessionCookie): string | undefined {
  const [token, second] = valuesOf(headers.cookie, name);
  if (token === undefined || second !== undefined) return undefined;
  return TOKEN.test(token) ? token : undefined;
}

/**
 * Sets the session's cookie on the answer.
 * @param token base64url, at most 128 characters
 */
export function setSessionCookie(ctx: Pick<Context, 'append'>, cookie: SessionCookie, token: string): void {
  if (!TOKEN.test(token)) throw new TypeError('a session token must be base64url');
  ctx.append('Set-Cookie', serialize(cookie, token, SESSION_MAX_AGE_SECONDS));
}

/**
 * Makes the browser forget the session's cookie. Only for a request that carried one: another site's form comes without it
 * (SameSite=Strict), and the reply to that must not sign the visitor out.
 */
export function clearSessionCookie(ctx: Pick<Context, 'append'>, cookie: SessionCookie): void {
  ctx.append('Set-Cookie', serialize(cookie, '', 0));
}

function serialize({ name, secure }: SessionCookie, value: string, maxAgeSeconds: number): string {
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
  return `${name}=${value}; ${attributes}${secure ? '; Secure' : ''}`;
}

function valuesOf(header: string | undefined, name: string): string[] {
  if (header === undefined) return [];
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
