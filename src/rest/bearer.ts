import { SERVICE_TOKEN_PREFIX } from '../model/grammar.ts';

/** The scheme of bearer tokens (RFC 6750, 2.1); its case does not matter. */
const SCHEME = /^bearer(?: |$)/i;
const CREDENTIALS = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/**
 * The token of `Authorization: Bearer <token>`.
 * @returns empty for a token that breaks the grammar; undefined for another scheme, or none
 */
export function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !SCHEME.test(authorization)) return undefined;
  return CREDENTIALS.exec(authorization)?.[1] ?? '';
}

/** The same, only if it has the prefix of a service account's token: some clients send other tokens with every request. */
export function serviceTokenOf(authorization: string | undefined): string | undefined {
  const bearer = bearerOf(authorization);
  return bearer?.startsWith(SERVICE_TOKEN_PREFIX) ? bearer : undefined;
}
