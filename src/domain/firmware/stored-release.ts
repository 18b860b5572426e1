import { createHash } from 'node:crypto';
import type { FirmwareChannel } from '../../model/enums.ts';
import type { ObjectStorage, ReleaseKey } from '../../model/ports.ts';
import type { StoredSignature } from '../../persistence/firmware/release.entity.ts';
import { conflict } from '../kernel/errors.ts';
import { type Trust, verifyLegacySignature, verifyStored } from './package/index.ts';
import { requireSignedForStable } from './release-rules.ts';

/** True if the storage still has exactly these bytes; reads all of them. */
export async function hasImage(storage: ObjectStorage, sha256: string, size: number): Promise<boolean> {
  if ((await storage.size(sha256)) !== size) return false;
  const hash = createHash('sha256');
  for await (const chunk of await storage.read(sha256)) hash.update(chunk);
  return hash.digest('hex') === sha256;
}

/** @throws DomainError 409 RELEASE_CONFLICT */
export function requireImage(isWhole: boolean): void {
  if (isWhole) return;
  throw conflict('RELEASE_CONFLICT', 'NO_IMAGE');
}

interface SignedRelease {
  readonly channel: FirmwareChannel;
  readonly hardwareRevision: string;
  readonly firmwareSha256: string;
  readonly manifest?: Uint8Array | null;
  readonly signatures?: readonly StoredSignature[] | null;
}

/**
 * Verifies the signatures of a stored release again with the current registry.
 * @throws DomainError 400 with the code of the first problem; 409 for an unsigned release on STABLE
 */
export function requireSignatures(release: SignedRelease, trust: Trust): void {
  const { manifest, signatures, channel } = release;
  requireSignedForStable(channel, Boolean(signatures && signatures.length > 0));
  if (!signatures) return;
  if (manifest) {
    verifyStored({ manifest, signatures, channel }, trust);
    return;
  }
  const registry = trust.registry.map(asWhenSigning);
  for (const { sig } of signatures) verifyLegacySignature(release.firmwareSha256, sig, registry, trust.now, release);
}

/** A key that has since been retired or has expired still verifies its signatures; a revoked key does not. */
function asWhenSigning(key: ReleaseKey): ReleaseKey {
  return { ...key, status: key.status === 'REVOKED' ? 'REVOKED' : 'ACTIVE', notBefore: null, notAfter: null };
}
