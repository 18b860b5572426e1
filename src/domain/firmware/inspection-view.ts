import type { FileView } from '../../model/records/release.ts';
import type {
  EmbeddedDescriptor,
  PackageProblem,
  PackageReport,
  ReleaseManifest,
  SignatureStatus,
} from './package/index.ts';

/** Something an uploader should know that does not keep the package out. */
export interface PackageWarning {
  readonly code: 'SECURITY_STEPS_LOW' | 'SECURITY_VERSION_JUMP' | 'SECURITY_VERSION_LOWER' | 'BUILD_NOT_GREATER';
  readonly message: string;
}

/** What a package meets here. */
export interface PackageSurroundings {
  /** Devices that could take it, by the hardware and the model that it is for. */
  readonly compatible: { readonly deviceCount: number; readonly hardwareRevisions: readonly string[] };
  readonly existing: {
    /** A release with the very same image. */
    readonly sameDigestReleaseId: string | null;
    /** A release of the same hardware, version and build: an upload would be refused. */
    readonly sameVersionReleaseId: string | null;
  };
  /** Compatible devices that already run something newer: they are never offered it. */
  readonly wouldBeDowngradeFor: number;
  /** Security versions that the chip can still count up after it; null without a manifest. */
  readonly securityStepsLeft: number | null;
  readonly warnings: readonly PackageWarning[];
}

/** Everything there is to say of a package. */
export interface InspectionView extends PackageSurroundings {
  /** Whether an upload to one of its channels would take it. */
  readonly valid: boolean;
  readonly problems: readonly PackageProblem[];
  /** Null when it could not be read; not to be believed while `valid` is false. */
  readonly manifest: ReleaseManifest | null;
  readonly signatures: readonly {
    readonly kid: string;
    readonly alg: string;
    readonly status: SignatureStatus;
    readonly keyLabel: string | null;
  }[];
  readonly thresholdMet: boolean;
  readonly package: FileView;
  readonly firmware: (FileView & { readonly embedded: EmbeddedDescriptor | null }) | null;
}

/** A report and what it meets, as callers see them. */
export function viewInspection(report: PackageReport, surroundings: PackageSurroundings): InspectionView {
  const { firmware } = report;
  return {
    valid: !report.problems.some(({ severity }) => severity === 'error'),
    problems: report.problems,
    manifest: report.manifest ?? null,
    signatures: report.signatures.map(({ kid, alg, status, keyLabel }) => ({ kid, alg, status, keyLabel })),
    thresholdMet: report.thresholdMet,
    package: { sha256: report.package.sha256, size: report.package.size },
    firmware: firmware ? { sha256: firmware.sha256, size: firmware.size, embedded: firmware.embedded } : null,
    ...surroundings,
  };
}
