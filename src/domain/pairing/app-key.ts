import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { DomainError, invalid } from '../kernel/errors.ts';

/** No P-256 or Ed25519 key is longer in any of the accepted forms. */
const MAX_LENGTH = 2_048;
const PUBLIC_KEY_PEM = /^-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * The raw forms that phones' key stores export: Ed25519 (RFC 8032), and P-256 as an uncompressed point (SEC 1, 2.3.3).
 */
const ED25519_BYTES = 32;
const P256_POINT_BYTES = 65;

/** A companion app's public key. */
export interface AppKey {
  /** The public JWK as JSON, with only the members of its thumbprint. */
  readonly jwk: string;
  /** RFC 7638: base64url of the SHA-256 of that JSON. */
  readonly thumbprint: string;
}

/**
 * Parses an app's public key, P-256 or Ed25519: a JWK in JSON, SPKI in PEM, or SPKI DER or the raw key in base64url or
 * base64. A key has the same thumbprint in every form.
 * @throws DomainError 400 PUBLIC_KEY_INVALID for any other text
 */
export function parseAppKey(text: string): AppKey {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) throw keyInvalid(`it is longer than ${MAX_LENGTH} characters`);
  // createPublicKey would silently accept a private key, which must never be sent.
  if (trimmed.includes('PRIVATE KEY')) throw keyInvalid('it is a private key (send only the public key)');
  const jwk = canonicalJwk(readKey(trimmed));
  return { jwk, thumbprint: createHash('sha256').update(jwk).digest('base64url') };
}

function readKey(text: string): KeyObject {
  try {
    if (text.startsWith('{')) return fromJwk(text);
    if (text.startsWith('-----')) {
      if (!PUBLIC_KEY_PEM.test(text)) throw keyInvalid('it is not one PEM block of a public key');
      return createPublicKey(text);
    }
    if (!BASE64.test(text)) throw keyInvalid('it is not a JWK, PEM or base64url');
    return fromBytes(Buffer.from(text, 'base64url'));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw keyInvalid('it cannot be parsed');
  }
}

function fromBytes(bytes: Buffer): KeyObject {
  const part = (start: number, end: number) => bytes.subarray(start, end).toString('base64url');
  if (bytes.length === ED25519_BYTES) {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: part(0, 32) }, format: 'jwk' });
  }
  if (bytes.length === P256_POINT_BYTES && bytes[0] === 4) {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33, 65) }, format: 'jwk' });
  }
  return createPublicKey({ key: bytes, format: 'der', type: 'spki' });
}

function fromJwk(text: string): KeyObject {
  const jwk: unknown = JSON.parse(text);
  if (typeof jwk !== 'object' || jwk === null) throw keyInvalid('it is not a JWK');
  if ('d' in jwk || 'k' in jwk) throw keyInvalid('it is a private key (send only the public key)');
  return createPublicKey({ key: { ...jwk }, format: 'jwk' });
}

/** The members of RFC 7638, 3.2 (and RFC 8037, 2) in the order of their names, without white space. */
function canonicalJwk(key: KeyObject): string {
  const { kty, crv, x, y } = exported(key);
  if (kty === 'EC' && crv === 'P-256') return JSON.stringify({ crv, kty, x, y });
  if (kty === 'OKP' && crv === 'Ed25519') return JSON.stringify({ crv, kty, x });
  throw keyInvalid('it is neither a P-256 nor an Ed25519 key');
}

function exported(key: KeyObject): JsonWebKey {
  try {
    return key.export({ format: 'jwk' });
  } catch {
    // JWK has no name for the curve.
    return {};
  }
}

function keyInvalid(reason: string) {
  return invalid('PUBLIC_KEY_INVALID', { problem: `publicKey is invalid: ${reason}.` });
}
