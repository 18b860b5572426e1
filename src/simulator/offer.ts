import type { ManifestSignature } from './signed-manifest.ts';

/** A firmware offer of the service to a device. */
export interface Offer {
  readonly releaseId: string;
  readonly installationId: string;
  readonly version: string;
  readonly buildNumber: number;
  readonly securityVersion: number;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly url: string;
  readonly etag: string | null;
  /** The signed bytes; null for a release that was uploaded without a package. */
  readonly manifest: Buffer | null;
  readonly signatures: readonly ManifestSignature[];
}

export interface LatestFirmware {
  readonly offer: Offer | null;
  /** Why there is no offer. */
  readonly reason: string;
  readonly pollAfterSeconds: number;
}

/** Reads the answer of GET /v1/firmware/latest. */
export function readLatest(body: unknown): LatestFirmware {
  const answer = body as LatestBody;
  const { reason = 'OFFERED', pollAfterSeconds } = answer;
  if (!answer.updateAvailable) return { offer: null, reason, pollAfterSeconds };
  const { manifest } = answer;
  const offer = { ...answer, manifest: manifest === null ? null : Buffer.from(manifest, 'base64') };
  return { offer, reason, pollAfterSeconds };
}

type LatestBody =
  | { readonly updateAvailable: false; readonly reason: string; readonly pollAfterSeconds: number }
  | (Omit<Offer, 'manifest'> & {
      readonly updateAvailable: true;
      readonly reason?: string;
      readonly pollAfterSeconds: number;
      /** Base64. */
      readonly manifest: string | null;
    });
