import { createHash } from 'node:crypto';
import { invalid } from './errors.ts';
import type { Call } from './operation.ts';

/**
 * draft-ietf-httpapi-idempotency-key-header requires a quoted String of RFC 8941; most clients send it without quotes.
 */
const QUOTED = /^"(.*)"$/;
const MAX_KEY_LENGTH = 255;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * Parses an idempotency key: visible ASCII characters, with or without quotes, which are not part of the key.
 * @param text the value of the header or the field
 * @throws DomainError 400 IDEMPOTENCY_KEY_INVALID
 */
export function readKey(text: string): string {
  const key = QUOTED.exec(text)?.[1] ?? text;
  if (VISIBLE_ASCII.test(key) && key.length <= MAX_KEY_LENGTH) return key;
  throw invalid('IDEMPOTENCY_KEY_INVALID', { minimum: 1, maximum: MAX_KEY_LENGTH });
}

/**
 * Parses a required idempotency key.
 * @throws DomainError 400 IDEMPOTENCY_KEY_REQUIRED, IDEMPOTENCY_KEY_INVALID
 */
export function requireKey(text: string | undefined): string {
  if (text) return readKey(text);
  throw invalid('IDEMPOTENCY_KEY_REQUIRED');
}

/**
 * The stored form of a key: SHA-256, 32 bytes.
 * @param scope the operation and, if any, the caller and the record
 */
export function keyHash(scope: string, key: string): Buffer {
  return sha256(`${scope}\0${key}`);
}

/** The fingerprints that identify a retry. The first is stored. */
export type Fingerprints = readonly [Buffer, ...Buffer[]];

/**
 * The fingerprint of an input, and the one that it had before texts had a normal form, if they differ.
 * @param part selects the members that count
 */
export function fingerprintsOf<Input>(
  { formerInput }: Pick<Call, 'formerInput'>,
  input: Input,
  part: (input: Input) => unknown = (all) => all,
): Fingerprints {
  const former = formerInput === undefined ? [] : [fingerprintOf(part(formerInput as Input))];
  return [fingerprintOf(part(input)), ...former];
}

/**
 * A fingerprint of an input, equal for inputs that differ only in the order of their members: SHA-256 of canonical
 * JSON.
 * @param input validated, with defaults, without members that do not change its meaning
 */
export function fingerprintOf(input: unknown): Buffer {
  return sha256(canonicalJson(input));
}

/** Formats JSON with the members of each object sorted by name. */
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
