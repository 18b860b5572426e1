import { createHash, randomBytes } from 'node:crypto';

/** Bytes of a session token (OWASP ASVS 5, 7.2.3 requires 128 bits or more). */
const TOKEN_BYTES = 32;

/** A new session token, base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The stored form of a token: its SHA-256. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
