import type { ErrorCode, FirmwareChannel } from '../api/generated/enums.ts';

/** What an inspection of a package answers, as far as it is shown (REST: PackageInspection). */
export interface Inspection {
  readonly valid: boolean;
  readonly problems: readonly {
    readonly code: ErrorCode;
    readonly severity: 'error' | 'warning';
    readonly message: string;
  }[];
  readonly manifest: Manifest | null;
  readonly signatures: readonly {
    readonly kid: string;
    readonly status: 'VALID' | 'UNKNOWN_KEY' | 'BAD' | 'RETIRED' | 'REVOKED' | 'NOT_ALLOWED';
    readonly keyLabel: string | null;
  }[];
  readonly package: { readonly sha256: string; readonly size: number };
  readonly firmware: { readonly sha256: string; readonly size: number } | null;
  readonly compatible: { readonly deviceCount: number };
  readonly existing: { readonly sameDigestReleaseId: string | null; readonly sameVersionReleaseId: string | null };
  readonly wouldBeDowngradeFor: number;
  readonly securityStepsLeft: number | null;
  readonly warnings: readonly { readonly code: WarningCode; readonly message: string }[];
}

export type WarningCode =
  | 'SECURITY_STEPS_LOW'
  | 'SECURITY_VERSION_JUMP'
  | 'SECURITY_VERSION_LOWER'
  | 'BUILD_NOT_GREATER';

export interface Manifest {
  readonly product: string;
  readonly model: string;
  readonly version: string;
  readonly buildNumber: number;
  readonly hardwareRevisions: readonly string[];
  readonly securityVersion: number;
  readonly minFromVersion?: string;
  readonly minAppVersion?: string;
  readonly allowedChannels: readonly FirmwareChannel[];
  readonly createdAt: string;
  readonly expiresAt?: string;
}

/** Whether an upload of it can succeed. */
export const isUploadable = ({ valid, existing }: Inspection): boolean =>
  valid && existing.sameVersionReleaseId === null;
