import { createHash } from 'node:crypto';
import { invalid } from './errors.ts';

/** draft-ietf-httpapi-idempotency-key-header has a String of RFC 8941, in quotes; most clients send it bare. */
const QUOTED = /^"(.*)"$/;
const MAX_KEY_LENGTH = 255;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * A caller's idempotency key: visible ASCII characters, bare or in quotes, which is the same key.
 * @param given as the header or the field came
 * @throws DomainError 400 IDEMPOTENCY_KEY_INVALID
 */
export function readKey(given: string): string {
  const key = QUOTED.exec(given)?.[1] ?? given;
  if (VISIBLE_ASCII.test(key) && key.length <= MAX_KEY_LENGTH) return key;
  throw invalid(
    'IDEMPOTENCY_KEY_INVALID',
    `The idempotency key must have 1 to ${MAX_KEY_LENGTH} visible ASCII characters.`,
  );
}

/**
 * The same where a key has to be there.
 * @throws DomainError 400 IDEMPOTENCY_KEY_REQUIRED, IDEMPOTENCY_KEY_INVALID
 */
export function requireKey(given: string | undefined): string {
  if (given) return readKey(given);
  throw invalid(
    'IDEMPOTENCY_KEY_REQUIRED',
    'Send an idempotency-key header: a retry with the same key changes nothing.',
  );
}

/**
 * What a key is stored as: SHA-256, 32 bytes.
 * @param scope whose key it is: the operation and, where there is one, the caller and the record
 */
export function keyHash(scope: string, key: string): Buffer {
  return sha256(`${scope}\0${key}`);
}

/**
 * Tells whether two inputs mean the same, whatever the order of their members: SHA-256 of their canonical JSON.
 * @param input validated, with defaults, without what does not change the meaning
 */
export function fingerprintOf(input: unknown): Buffer {
  return sha256(canonicalJson(input));
}

/** JSON with the members of every object in the order of their names. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => (isObject(member) ? inOrder(member) : member)) ?? 'null';
}

function inOrder(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
