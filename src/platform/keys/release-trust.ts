import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { FIRMWARE_CHANNELS } from '../../model/enums.ts';
import type { PublicJwks, ReleaseKey } from '../../model/ports.ts';
import { isObject, type KeyText, PRIVATE_JWK_MEMBERS, readJsonObject } from './key-text.ts';

/** The registry of release keys. */
export interface ReleaseTrust {
  readonly keys: readonly ReleaseKey[];
  /** What devices get: the ACTIVE keys, with standard members only. */
  readonly jwks: PublicJwks;
}

export const NO_TRUST: ReleaseTrust = { keys: [], jwks: { keys: [] } };

const STATUSES = ['ACTIVE', 'RETIRED', 'REVOKED'] as const;
/** Members of a key: those of RFC 7517 and RFC 8037, then our own. */
const MEMBERS = ['kty', 'crv', 'x', 'kid', 'alg', 'use', 'key_ops', 'label', 'status', 'notBefore', 'notAfter'];
const LISTS = ['channels', 'hardwareRevisions'];
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2})$/;
const MAX_LABEL = 100;

/**
 * Reads the registry: a JWKS of public Ed25519 keys (RFC 7517, RFC 8037) that may also have `status` (default ACTIVE),
 * `label`, `notBefore`, `notAfter` (RFC 3339), `channels` and `hardwareRevisions`. An unknown member is an error: a
 * misspelled limit would have no effect.
 * @throws Error that names the file, the key and the problem
 */
export function readReleaseTrust({ name, text }: KeyText): ReleaseTrust {
  const { keys: listed } = readJsonObject(name, text);
  if (!Array.isArray(listed)) throw new Error(`${name}: must be a JWKS of public keys: {"keys": [...]}.`);
  const keys = listed.map((jwk, index) => readKey(`${name}, key ${index + 1}`, jwk));
  if (new Set(keys.map(({ kid }) => kid)).size !== keys.length) throw new Error(`${name}: contains a key twice.`);
  const active = keys.filter(({ status }) => status === 'ACTIVE');
  return { keys, jwks: { keys: active.map(({ publicKey }) => publicJwk(publicKey)) } };
}

/** A public Ed25519 key as a JWK, with its RFC 7638 thumbprint as the kid. */
export function publicJwk(publicKey: KeyObject): Readonly<Record<string, string>> {
  const { kty = '', crv = '', x = '' } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  return { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' };
}

function readKey(name: string, jwk: unknown): ReleaseKey {
  if (!isObject(jwk)) throw new Error(`${name}: must be a JWK.`);
  if (PRIVATE_JWK_MEMBERS.some((member) => member in jwk)) {
    throw new Error(`${name}: is a private key. A registry contains public keys only.`);
  }
  const stranger = Object.keys(jwk).find((member) => ![...MEMBERS, ...LISTS].includes(member));
  if (stranger !== undefined) throw new Error(`${name}: unknown member ${JSON.stringify(stranger)}.`);
  const publicKey = readPublicKey(jwk);
  if (!publicKey) throw new Error(`${name}: must be a public Ed25519 JWK (kty OKP, crv Ed25519, x).`);
  const { kid } = publicJwk(publicKey);
  if (kid === undefined || jwk.kid !== kid) throw new Error(`${name}: kid must be its RFC 7638 thumbprint, ${kid}.`);
  const status = STATUSES.find((word) => word === (jwk.status ?? 'ACTIVE'));
  if (!status) throw new Error(`${name}: status must be one of ${STATUSES.join(', ')}.`);
  return {
    kid,
    alg: 'Ed25519',
    publicKey,
    label: readLabel(name, jwk.label),
    status,
    notBefore: readTime(`${name}: notBefore`, jwk.notBefore),
    notAfter: readTime(`${name}: notAfter`, jwk.notAfter),
    channels: readList(`${name}: channels`, jwk.channels, FIRMWARE_CHANNELS),
    hardwareRevisions: readList(`${name}: hardwareRevisions`, jwk.hardwareRevisions),
  };
}

function readPublicKey({ kty, crv, x, alg }: Record<string, unknown>): KeyObject | undefined {
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return undefined;
  if (alg !== undefined && alg !== 'EdDSA' && alg !== 'Ed25519') return undefined;
  try {
    const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
    // Another encoding of the same bytes would have another thumbprint.
    return key.export({ format: 'jwk' }).x === x ? key : undefined;
  } catch {
    return undefined;
  }
}

function readLabel(name: string, label: unknown): string {
  if (label === undefined) return '';
  if (typeof label === 'string' && label.length <= MAX_LABEL) return label;
  throw new Error(`${name}: label must be a string of at most ${MAX_LABEL} characters.`);
}

function readTime(name: string, time: unknown): Date | null {
  if (time === undefined || time === null) return null;
  const date = typeof time === 'string' && RFC_3339.test(time) ? new Date(time) : undefined;
  if (date && !Number.isNaN(date.getTime())) return date;
  throw new Error(`${name} must be an RFC 3339 date-time, such as 2027-01-31T00:00:00Z.`);
}

function readList(name: string, list: unknown, words?: readonly string[]): readonly string[] | null {
  if (list === undefined || list === null) return null;
  if (!Array.isArray(list) || !list.every((word) => typeof word === 'string')) {
    throw new Error(`${name} must be an array of strings.`);
  }
  if (words && !list.every((word) => words.includes(word)))
    throw new Error(`${name} must only contain ${words.join(', ')}.`);
  return list;
}
