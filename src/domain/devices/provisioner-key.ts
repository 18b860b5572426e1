import { constants, createHash, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto';
import { invalid } from '../kernel/errors.ts';

const MIN_MODULUS_BITS = 2048;
const MAX_MODULUS_BITS = 8192;
const PUBLIC_EXPONENT = 65537n;
/** Exactly one block: SPKI (`PUBLIC KEY`) or PKCS#1 (`RSA PUBLIC KEY`). */
const PUBLIC_KEY_PEM = /^-----BEGIN (RSA )?PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END \1PUBLIC KEY-----$/;

/** A provisioning station's public key, checked to be usable for encryption. */
export interface ProvisionerKey {
  readonly key: KeyObject;
  /** SHA-256 of the SPKI DER in lower-case hex, as `openssl pkey -pubin -outform der | sha256sum` prints it. */
  readonly fingerprint: string;
}

/**
 * Parses the PEM of a provisioning station: one RSA public key (SPKI or PKCS#1) of 2048 to 8192 bits with e = 65537.
 * @throws DomainError PROVISIONER_KEY_INVALID for any other text
 */
export function parseProvisionerKey(text: string): ProvisionerKey {
  const pem = text.trim();
  // createPublicKey would silently accept a private key, which must never be sent.
  if (pem.includes('PRIVATE KEY')) throw invalid('PROVISIONER_KEY_INVALID', 'PRIVATE');
  if (!PUBLIC_KEY_PEM.test(pem)) throw invalid('PROVISIONER_KEY_INVALID', 'NOT_PEM');
  const key = readKey(pem);
  if (key.asymmetricKeyType !== 'rsa') throw invalid('PROVISIONER_KEY_INVALID', 'NOT_RSA');
  const { modulusLength = 0, publicExponent } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < MIN_MODULUS_BITS || modulusLength > MAX_MODULUS_BITS) {
    throw invalid('PROVISIONER_KEY_INVALID', 'WRONG_LENGTH', { minimum: MIN_MODULUS_BITS, maximum: MAX_MODULUS_BITS });
  }
  if (publicExponent !== PUBLIC_EXPONENT) {
    throw invalid('PROVISIONER_KEY_INVALID', 'WRONG_EXPONENT', { exponent: Number(PUBLIC_EXPONENT) });
  }
  if (!canEncrypt(key)) throw invalid('PROVISIONER_KEY_INVALID', 'CANNOT_ENCRYPT');
  return { key, fingerprint: fingerprintOf(key) };
}

/**
 * Allows envelopes only for the configured stations.
 * @param allowed fingerprints in lower case; empty = any station
 * @throws DomainError PROVISIONER_KEY_INVALID
 */
export function requireAllowedKey({ fingerprint }: ProvisionerKey, allowed: readonly string[]): void {
  if (allowed.length > 0 && !allowed.includes(fingerprint)) throw invalid('PROVISIONER_KEY_INVALID', 'NOT_ALLOWED');
}

function readKey(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch {
    throw invalid('PROVISIONER_KEY_INVALID', 'NOT_PARSED');
  }
}

/** An invalid modulus (such as an even one) parses, and fails only in use. */
function canEncrypt(key: KeyObject): boolean {
  try {
    publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.alloc(32));
    return true;
  } catch {
    return false;
  }
}

function fingerprintOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
