import { CompactSign, compactVerify, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import type { PublicJwks, SigningKey } from '../../model/ports.ts';

/**
 * Signs claims as a compact JWS (RFC 7515) with EdDSA (RFC 8037). The same claims give the same text.
 * @param typ the kind of token, such as `pairing+jwt`, so that no token is accepted as another kind
 */
export function signClaims({ kid, privateKey }: SigningKey, typ: string, claims: object): Promise<string> {
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA', typ, kid })
    .sign(privateKey);
}

/**
 * The claims of a token that one of the keys signed; undefined for every other text. It checks only the signature and the kind;
 * the caller checks times and claims.
 */
export async function verifiedClaims(
  jwks: PublicJwks,
  typ: string,
  token: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const { payload, protectedHeader } = await compactVerify(token, keysOf(jwks), { algorithms: ['EdDSA'] });
    if (protectedHeader.typ !== typ) return undefined;
    return objectIn(Buffer.from(payload).toString('utf8'));
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/**
 * The key with which a device can verify a token: the first that its envelope had.
 * @param known the kids in the envelope; null for an envelope of before kids were recorded, when there was one key; undefined
 *   without an envelope
 */
export function issuerFor(issuers: readonly SigningKey[], known: readonly string[] | null | undefined): SigningKey {
  const found =
    known === null ? firstIssuer(issuers) : issuers.find(({ kid }) => known === undefined || known.includes(kid));
  const issuer = found ?? issuers[0];
  if (!issuer) throw new TypeError('an issuer has a key');
  return issuer;
}

/** The key of before others were added to it. */
export function firstIssuer(issuers: readonly SigningKey[]): SigningKey | undefined {
  return issuers.find(({ added }) => !added) ?? issuers.at(-1);
}

type KeySet = ReturnType<typeof createLocalJWKSet>;
const keySets = new WeakMap<PublicJwks, KeySet>();

/** Imported once for each set: keys that are read again are another set. */
function keysOf(jwks: PublicJwks): KeySet {
  const cached = keySets.get(jwks);
  if (cached) return cached;
  const fresh = createLocalJWKSet(jwks as JSONWebKeySet);
  keySets.set(jwks, fresh);
  return fresh;
}

function objectIn(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
