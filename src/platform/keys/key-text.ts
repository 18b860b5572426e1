import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyEncryptionKey, PublicJwks, SigningKey } from '../../model/ports.ts';

/** A key as text, and its setting or file: errors name that and never show the text. */
export interface KeyText {
  readonly name: string;
  readonly text: string;
}

const KEK_BYTES = 32;
const MIN_PEPPER_BYTES = 32;
/** Members of a private or symmetric JWK (RFC 7518, RFC 8037). */
export const PRIVATE_JWK_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** A new key-encryption key as `kid:base64`; its kid is the start of its SHA-256. */
export function makeKek(): string {
  const key = randomBytes(KEK_BYTES);
  const kid = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return `${kid}:${key.toString('base64')}`;
}

/** A new Ed25519 key as a private JWK in JSON. */
export function makeIssuer(): string {
  return JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
}

/** A new pepper in base64. */
export function makePepper(): string {
  return randomBytes(MIN_PEPPER_BYTES).toString('base64');
}

/** Key-encryption keys, separated by commas or lines; the first one is current. */
export function readKeks({ name, text }: KeyText): {
  current: KeyEncryptionKey;
  byKid: ReadonlyMap<string, KeyEncryptionKey>;
} {
  const keks = text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry, index) => readKek(`${name}, entry ${index + 1}`, entry));
  const [current] = keks;
  if (!current) throw new Error(`${name}: contains no key-encryption key.`);
  const byKid = new Map(keks.map((kek) => [kek.kid, kek]));
  if (byKid.size !== keks.length) throw new Error(`${name}: two keys have the same kid.`);
  return { current, byKid };
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

/** Reads the pepper from base64. */
export function readPepper({ name, text }: KeyText): Buffer {
  const pepper = readBase64(text.trim());
  if (!pepper || pepper.length < MIN_PEPPER_BYTES) {
    throw new Error(`${name}: must be base64 of at least ${MIN_PEPPER_BYTES} bytes.`);
  }
  return pepper;
}

/** Strict: Node skips invalid characters and would return a shorter key for a damaged one. */
function readBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** An issuer's signing key, and its public key as a JWKS. */
export interface Issuer {
  readonly signingKey: SigningKey;
  readonly jwks: PublicJwks;
}

/** An issuer from its private JWK; its kid is the RFC 7638 thumbprint. */
export function readIssuer({ name, text }: KeyText): Issuer {
  const { kty, crv, x, d } = readJsonObject(name, text);
  const problem = `${name}: must be a private Ed25519 JWK (kty OKP, crv Ed25519, x, d).`;
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || typeof d !== 'string') throw new Error(problem);
  if (publicHalf(d, x) !== x) throw new Error(problem);
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  return {
    signingKey: { kid, privateKey: createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' }) },
    jwks: { keys: [{ kty, crv, x, kid, alg: 'EdDSA', use: 'sig' }] },
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
