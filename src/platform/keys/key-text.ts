import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto';
import type { KeyEncryptionKey, PublicJwks, SigningKey } from '../../model/ports.ts';

/** A key as text, and its setting or file: errors name that and never show the text. */
export interface KeyText {
  readonly name: string;
  readonly text: string;
}

const KEK_BYTES = 32;
const MIN_PEPPER_BYTES = 32;
/** What devices keep of each issuer (examples/device-c). */
const MAX_ISSUER_KEYS = 4;
/** Members of a private or symmetric JWK (RFC 7518, RFC 8037). */
export const PRIVATE_JWK_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** A new key-encryption key as `kid:base64`; its kid is the start of its SHA-256. */
export function makeKek(): string {
  const key = randomBytes(KEK_BYTES);
  const kid = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return `${kid}:${key.toString('base64')}`;
}

/**
 * A new Ed25519 key as a private JWK in JSON.
 * @param added when it was added to an older one
 */
export function makeIssuer(added?: Date): string {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return JSON.stringify({ ...jwk, ...(added && { added: added.toISOString() }) });
}

/** A new pepper in base64. */
export function makePepper(): string {
  return randomBytes(MIN_PEPPER_BYTES).toString('base64');
}

/** Keys in a list, separated by commas or lines. */
export function entriesOf(text: string): string[] {
  return text.split(/[,\n]/).flatMap((entry) => entry.trim() || []);
}

/** Key-encryption keys; the first one is current. */
export function readKeks({ name, text }: KeyText): readonly [KeyEncryptionKey, ...KeyEncryptionKey[]] {
  const [current, ...others] = entriesOf(text).map((entry, index) => readKek(`${name}, entry ${index + 1}`, entry));
  if (!current) throw new Error(`${name}: contains no key-encryption key.`);
  requireDifferent(name, [current, ...others]);
  return [current, ...others];
}

function readKek(name: string, entry: string): KeyEncryptionKey {
  const colon = entry.indexOf(':');
  const kid = entry.slice(0, Math.max(colon, 0));
  const key = readBase64(entry.slice(colon + 1));
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(kid) || key?.length !== KEK_BYTES) {
    throw new Error(`${name}: must be kid:base64 of ${KEK_BYTES} bytes.`);
  }
  return { kid, key };
}

/** A pepper with an id that says nothing about it. */
export interface Pepper {
  readonly kid: string;
  readonly key: Buffer;
}

/** Peppers; the first one is current. */
export function readPeppers({ name, text }: KeyText): readonly [Pepper, ...Pepper[]] {
  const [current, ...others] = entriesOf(text).map((entry) => readPepper(name, entry));
  if (!current) throw noPepper(name);
  requireDifferent(name, [current, ...others]);
  return [current, ...others];
}

function readPepper(name: string, entry: string): Pepper {
  const key = readBase64(entry);
  if (!key || key.length < MIN_PEPPER_BYTES) throw noPepper(name);
  return { key, kid: createHmac('sha256', key).update('karvon/pepper-id/v1').digest('hex').slice(0, 8) };
}

function noPepper(name: string): Error {
  return new Error(`${name}: must be base64 of at least ${MIN_PEPPER_BYTES} bytes.`);
}

function requireDifferent(name: string, keys: readonly { readonly kid: string }[]): void {
  if (new Set(keys.map(({ kid }) => kid)).size !== keys.length) throw new Error(`${name}: two keys have the same kid.`);
}

/** Strict: Node skips invalid characters and would return a shorter key for a damaged one. */
function readBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** The signing keys of an issuer, and their public keys as a JWKS. */
export interface Issuer {
  readonly signingKeys: readonly [SigningKey, ...SigningKey[]];
  readonly jwks: PublicJwks;
}

/** An issuer from its private JWK, or from a JWKS of them, whose first key signs; a kid is the RFC 7638 thumbprint. */
export function readIssuer({ name, text }: KeyText): Issuer {
  const [first, ...others] = jwksIn(name, text).map((jwk, index) =>
    readIssuerKey(index ? `${name}, key ${index + 1}` : name, jwk),
  );
  if (!first) throw new Error(`${name}: contains no key.`);
  const read = [first, ...others];
  requireDifferent(
    name,
    read.map(({ signingKey }) => signingKey),
  );
  if (read.length > MAX_ISSUER_KEYS)
    throw new Error(`${name}: has more than ${MAX_ISSUER_KEYS} keys, and devices keep no more.`);
  return {
    signingKeys: [first.signingKey, ...others.map(({ signingKey }) => signingKey)],
    jwks: { keys: read.map(({ jwk }) => jwk) },
  };
}

/** The private JWKs of a text. */
export function jwksIn(name: string, text: string): readonly Record<string, unknown>[] {
  const value = readJsonObject(name, text);
  if (!('keys' in value)) return [value];
  if (!Array.isArray(value.keys) || !value.keys.every(isObject))
    throw new Error(`${name}: keys must be a list of JWKs.`);
  return value.keys;
}

function readIssuerKey(name: string, { kty, crv, x, d, added }: Record<string, unknown>) {
  const problem = `${name}: must be a private Ed25519 JWK (kty OKP, crv Ed25519, x, d).`;
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || typeof d !== 'string') throw new Error(problem);
  if (publicHalf(d, x) !== x) throw new Error(problem);
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  const privateKey = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' });
  return {
    signingKey: { kid, privateKey, added: added !== undefined },
    jwk: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' },
  };
}

/** The public key of `d`; undefined if `d` is not a key. */
function publicHalf(d: string, x: string): string | undefined {
  try {
    const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' });
    return createPublicKey(key).export({ format: 'jwk' }).x;
  } catch {
    return undefined;
  }
}

/** Drops the parser's message: it quotes the text, which is a key. */
export function readJsonObject(name: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${name}: is not valid JSON.`);
  }
  if (!isObject(value)) throw new Error(`${name}: must be a JSON object.`);
  return value;
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
