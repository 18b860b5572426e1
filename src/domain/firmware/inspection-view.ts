import type { FileView } from '../../model/records/release.ts';
import type {
  EmbeddedDescriptor,
  PackageProblem,
  PackageReport,
  ReleaseManifest,
  SignatureStatus,
} from './package/index.ts';

/** A finding that does not prevent an upload. */
export interface PackageWarning {
  readonly code: 'SECURITY_STEPS_LOW' | 'SECURITY_VERSION_JUMP' | 'SECURITY_VERSION_LOWER' | 'BUILD_NOT_GREATER';
  readonly message: string;
}

/** The devices and releases that a package relates to. */
export interface PackageContext {
  /** Devices of the package's hardware revision and model. */
  readonly compatible: { readonly deviceCount: number; readonly hardwareRevisions: readonly string[] };
  readonly existing: {
    /** A release with the same image. */
    readonly sameDigestReleaseId: string | null;
    /** A release of the same hardware, version and build: an upload would fail. */
    readonly sameVersionReleaseId: string | null;
  };
  /** Compatible devices that already run a newer version; they are never offered the package. */
  readonly wouldBeDowngradeFor: number;
  /** How often the chip can still raise its security version afterwards; null without a manifest. */
  readonly securityStepsLeft: number | null;
  readonly warnings: readonly PackageWarning[];
}

/** The complete inspection of a package. */
export interface InspectionView extends PackageContext {
  /** True if an upload to at least one of its channels would be accepted. */
  readonly valid: boolean;
  readonly problems: readonly PackageProblem[];
  /** Null if it could not be parsed; not trustworthy while `valid` is false. */
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

/** The view of a report and its context. */
export function viewInspection(report: PackageReport, context: PackageContext): InspectionView {
  const { firmware } = report;
  return {
    valid: !report.problems.some(({ severity }) => severity === 'error'),
    problems: report.problems,
    manifest: report.manifest ?? null,
    signatures: report.signatures.map(({ kid, alg, status, keyLabel }) => ({ kid, alg, status, keyLabel })),
    thresholdMet: report.thresholdMet,
    package: { sha256: report.package.sha256, size: report.package.size },
    firmware: firmware ? { sha256: firmware.sha256, size: firmware.size, embedded: firmware.embedded } : null,
    ...context,
  };
}
