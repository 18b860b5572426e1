import type { FirmwareChannel } from '../../../model/enums.ts';
import type { EmbeddedDescriptor } from './esp-image.ts';
import type { ReleaseManifest } from './manifest.ts';

/** Reasons to reject a package; each is a 400 with that code. */
export type PackageProblemCode =
  | 'PACKAGE_MALFORMED'
  | 'PACKAGE_SIGNATURE_INVALID'
  | 'PACKAGE_KEY_UNKNOWN'
  | 'PACKAGE_KEY_RETIRED'
  | 'PACKAGE_KEY_REVOKED'
  | 'PACKAGE_DIGEST_MISMATCH'
  | 'PACKAGE_NOT_ALLOWED';

/** An `error` rejects the package; a `warning` only informs. */
export interface PackageProblem {
  readonly code: PackageProblemCode;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/**
 * The current validity of a signature. BAD: its key is registered and did not make it. NOT_ALLOWED: the key may not
 * sign now (notBefore, notAfter), for this hardware or for any of the manifest's channels.
 */
export type SignatureStatus = 'VALID' | 'UNKNOWN_KEY' | 'BAD' | 'RETIRED' | 'REVOKED' | 'NOT_ALLOWED';

/** One signature in `signatures.json`. */
export interface PackageSignature {
  /** RFC 7638 thumbprint of the key. */
  readonly kid: string;
  readonly alg: string;
  /** Base64url of 64 bytes. */
  readonly sig: string;
}

export interface JudgedSignature extends PackageSignature {
  readonly status: SignatureStatus;
  /** Null for an unknown key. */
  readonly keyLabel: string | null;
  /** The channels that the key may sign for; null = all. */
  readonly channels: readonly string[] | null;
}

/** The required number of different signing keys, by the channel of the release. */
export type SignatureThresholds = Readonly<Record<FirmwareChannel, number>>;

/** The findings about a package, valid or not. */
export interface PackageReport {
  /** In the order found; an upload fails with the first `error`. */
  readonly problems: readonly PackageProblem[];
  /** Undefined if the bytes are not a manifest. Not trustworthy while `problems` has an error. */
  readonly manifest: ReleaseManifest | undefined;
  /** The exact bytes of `release.json`, which are signed. */
  readonly manifestBytes: Buffer | undefined;
  readonly signatures: readonly JudgedSignature[];
  readonly thresholds: SignatureThresholds;
  /** True with enough valid signatures for the channel with the lowest threshold that the manifest allows. */
  readonly thresholdMet: boolean;
  /** The package, as far as it was read. */
  readonly package: { readonly size: number; readonly sha256: string };
  /** Undefined if the package ended or became invalid before the end of its image. */
  readonly firmware:
    | {
        readonly size: number;
        readonly sha256: string;
        /** The image's descriptor; null if it is not an ESP32 application image. */
        readonly embedded: EmbeddedDescriptor | null;
      }
    | undefined;
}
