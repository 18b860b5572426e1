import type { FirmwareChannel } from '../../../model/enums.ts';
import type { EmbeddedDescriptor } from './esp-image.ts';
import type { ReleaseManifest } from './manifest.ts';

/** Why a package is refused; each is a 400 of that code. */
export type PackageProblemCode =
  | 'PACKAGE_MALFORMED'
  | 'PACKAGE_SIGNATURE_INVALID'
  | 'PACKAGE_KEY_UNKNOWN'
  | 'PACKAGE_KEY_RETIRED'
  | 'PACKAGE_KEY_REVOKED'
  | 'PACKAGE_DIGEST_MISMATCH'
  | 'PACKAGE_NOT_ALLOWED';

/** An `error` keeps the package out; a `warning` is for the reader. */
export interface PackageProblem {
  readonly code: PackageProblemCode;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/**
 * What a signature is worth today. BAD: its key is known and did not make it. NOT_ALLOWED: the key may not sign now
 * (notBefore, notAfter), for this hardware or for any of the manifest's channels.
 */
export type SignatureStatus = 'VALID' | 'UNKNOWN_KEY' | 'BAD' | 'RETIRED' | 'REVOKED' | 'NOT_ALLOWED';

/** One signature as `signatures.json` carries it. */
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
  /** The channels that the key may sign for; null: all. */
  readonly channels: readonly string[] | null;
}

/** How many different keys have to have signed, by the channel that a release is meant for. */
export type SignatureThresholds = Readonly<Record<FirmwareChannel, number>>;

/** Everything that reading a package told; made for good and for bad packages alike. */
export interface PackageReport {
  /** In the order found; the first `error` is what an upload is refused with. */
  readonly problems: readonly PackageProblem[];
  /** Undefined when the bytes are not a manifest. Worth nothing while `problems` holds an error. */
  readonly manifest: ReleaseManifest | undefined;
  /** `release.json` byte by byte: what was signed. */
  readonly manifestBytes: Buffer | undefined;
  readonly signatures: readonly JudgedSignature[];
  readonly thresholds: SignatureThresholds;
  /** Enough valid signatures for the least demanding channel that the manifest allows. */
  readonly thresholdMet: boolean;
  /** The whole package, as far as it was read. */
  readonly package: { readonly size: number; readonly sha256: string };
  /** Undefined when the package ended or broke before its image was whole. */
  readonly firmware:
    | {
        readonly size: number;
        readonly sha256: string;
        /** What the image says of itself; null when it is no ESP32 application image. */
        readonly embedded: EmbeddedDescriptor | null;
      }
    | undefined;
}
