import { verify } from 'node:crypto';
import type { ReleaseKey } from '../../../model/ports.ts';
import { invalid } from '../../kernel/errors.ts';
import { decodeBase64 } from './base64.ts';
import { allows, isInForce } from './signature-rules.ts';

const PREFIX = Buffer.from('legacy-firmware/v1\0', 'latin1');

/** The target of a bare image; keys can be restricted to parts of it. */
export interface LegacyTarget {
  readonly channel: string;
  readonly hardwareRevision: string;
}

/**
 * Verifies the signature of a bare image: Ed25519 over `legacy-firmware/v1`, a NUL and the 32 bytes of its SHA-256.
 * @param sha256 of the image, hexadecimal
 * @param signature base64
 * @returns the kid of the key that made it
 * @throws DomainError 400 PACKAGE_SIGNATURE_INVALID if no registered key did; PACKAGE_KEY_RETIRED, PACKAGE_KEY_REVOKED
 *   or PACKAGE_NOT_ALLOWED when that key may not
 */
export function verifyLegacySignature(
  sha256: string,
  signature: string,
  registry: readonly ReleaseKey[],
  now: Date,
  target?: LegacyTarget,
): string {
  const bytes = decodeBase64(signature.trim(), 'base64');
  const body = legacyBody(sha256);
  const key = bytes && registry.find(({ publicKey }) => verify(null, body, publicKey, bytes));
  if (!key) throw invalid('PACKAGE_SIGNATURE_INVALID', 'OTHER', { problem: 'No registered key made this signature.' });
  const name = key.label || key.kid;
  if (key.status === 'REVOKED')
    throw invalid('PACKAGE_KEY_REVOKED', 'OTHER', { problem: `The key ${name} is revoked.` });
  if (key.status === 'RETIRED')
    throw invalid('PACKAGE_KEY_RETIRED', 'OTHER', { problem: `The key ${name} is retired.` });
  if (!isInForce(key, now) || (target && !isFor(key, target))) {
    const problem = `The key ${name} is not allowed to sign this image now.`;
    throw invalid('PACKAGE_NOT_ALLOWED', 'OTHER', { problem });
  }
  return key.kid;
}

function isFor(key: ReleaseKey, { channel, hardwareRevision }: LegacyTarget): boolean {
  return allows(key.channels, channel) && allows(key.hardwareRevisions, hardwareRevision);
}

function legacyBody(sha256: string): Buffer {
  return Buffer.concat([PREFIX, Buffer.from(sha256, 'hex')]);
}
