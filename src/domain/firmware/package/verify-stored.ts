import type { FirmwareChannel } from '../../../model/enums.ts';
import type { ReleaseKey } from '../../../model/ports.ts';
import { invalid } from '../../kernel/errors.ts';
import { MalformedPackage } from './malformed.ts';
import { parseManifest, type ReleaseManifest } from './manifest.ts';
import { isExpired } from './manifest-rules.ts';
import type { PackageSignature } from './package-report.ts';
import { allows, type Trust, verifySignatures } from './signature-rules.ts';

/** A release as it was stored at its upload. */
export interface StoredPackage {
  /** The exact bytes of `release.json`. */
  readonly manifest: Uint8Array;
  readonly signatures: readonly PackageSignature[];
  readonly channel: FirmwareChannel;
}

/**
 * Verifies a stored release again with the current registry. Keys that have since been retired or have expired still
 * verify their signatures; revoked keys do not.
 * @returns its manifest
 * @throws DomainError 400 PACKAGE_KEY_REVOKED, PACKAGE_KEY_UNKNOWN, PACKAGE_SIGNATURE_INVALID, PACKAGE_MALFORMED, or
 *   PACKAGE_NOT_ALLOWED when it has expired
 */
export function verifyStored(stored: StoredPackage, trust: Trust): ReleaseManifest {
  const verified = verifySignatures(stored.signatures, stored.manifest, trust);
  const genuine = verified.filter((signature) => signature.genuine);
  const valid = genuine.filter(({ key }) => key && key.status !== 'REVOKED' && allows(key.channels, stored.channel));
  if (valid.length < trust.thresholds[stored.channel]) {
    if (genuine.some(({ key }) => key?.status === 'REVOKED')) {
      throw invalid('PACKAGE_KEY_REVOKED', 'STORED');
    }
    if (verified.some(({ key }) => !key)) {
      throw invalid('PACKAGE_KEY_UNKNOWN', 'STORED');
    }
    throw invalid('PACKAGE_SIGNATURE_INVALID', 'STORED');
  }
  const manifest = parseStored(stored.manifest);
  if (isExpired(manifest, trust.now)) {
    throw invalid('PACKAGE_NOT_ALLOWED', 'STORED', { expiresAt: manifest.expiresAt });
  }
  return manifest;
}

/** True if at least one key that signed the release is registered and not revoked. */
export function hasUnrevokedSigner(signedBy: readonly string[], registry: readonly ReleaseKey[]): boolean {
  return registry.some(({ kid, status }) => status !== 'REVOKED' && signedBy.includes(kid));
}

function parseStored(bytes: Uint8Array): ReleaseManifest {
  try {
    return parseManifest(bytes);
  } catch (error) {
    if (error instanceof MalformedPackage) throw invalid('PACKAGE_MALFORMED', 'OTHER', { problem: error.message });
    throw error;
  }
}
