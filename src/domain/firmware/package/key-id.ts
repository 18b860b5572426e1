import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

/** The RFC 7638 thumbprint of an Ed25519 key (RFC 8037), base64url; of a private key, that of its public half. */
export function kidOf(key: KeyObject): string {
  const { crv, kty, x } = publicHalf(key).export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}

/** The public half of a key. */
export function publicHalf(key: KeyObject): KeyObject {
  return key.type === 'public' ? key : createPublicKey(key);
}
