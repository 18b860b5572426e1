import type { FirmwareChannel, FirmwareLifecycle, InstallationStatus, ReleaseSource } from '../../model/enums.ts';
import type { ReleaseListRow } from '../../persistence/firmware/release-list.ts';
import type { ReleaseEventListRow } from '../../persistence/firmware/release-repository.ts';

/** A file by its content. */
export interface FileView {
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** A release as those who may read releases see it. */
export interface ReleaseView {
  readonly id: string;
  readonly source: ReleaseSource;
  readonly product: string | null;
  readonly model: string | null;
  readonly version: string;
  readonly buildNumber: number;
  readonly hardwareRevision: string;
  readonly securityVersion: number;
  readonly channel: FirmwareChannel;
  readonly lifecycle: FirmwareLifecycle;
  /** The only device of an INTERNAL release; null on the other channels. */
  readonly targetDeviceId: string | null;
  readonly mandatory: boolean;
  readonly mandatoryAfter: Date | null;
  readonly releaseNotes: readonly string[];
  readonly minFromVersion: string | null;
  readonly minAppVersion: string | null;
  readonly firmware: FileView;
  /** Null for a legacy upload. */
  readonly package: FileView | null;
  /** Whether a registered key signed it; an unsigned one never goes STABLE. */
  readonly signed: boolean;
  /** Ids of the keys whose signatures were valid when it came in. */
  readonly signedBy: readonly string[];
  readonly rolloutPercentage: number;
  readonly rolloutStartedAt: Date | null;
  readonly completedAt: Date | null;
  readonly revokedAt: Date | null;
  /** Failures before it do not count towards an automatic pause. */
  readonly failureWindowFrom: Date | null;
  readonly pauseReason: string | null;
  /** An admin's id, or `SYSTEM`. */
  readonly pausedBy: string | null;
  /** Admin id. */
  readonly createdBy: string;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An entry of a release's history. */
export type ReleaseEventView = ReleaseEventListRow;

/** How the installations of a release go. */
export interface ReleaseStatsView {
  /** Attempts of all devices, offers included. */
  readonly total: number;
  /** Only states that some installation is in, in the order of an installation's life. */
  readonly byStatus: readonly { readonly status: InstallationStatus; readonly count: number }[];
  /** Reported successes by what the device's own heartbeats say of them. */
  readonly confirmed: number;
  readonly unverified: number;
  readonly contradicted: number;
  /** Ended by an operator: neither a success nor a failure of the release. */
  readonly interrupted: number;
  /** Failed, rolled back or contradicted, of all that ended by themselves: 0 to 1; null when none has. */
  readonly failureRate: number | null;
}

/** One release with its latest history and how it goes. */
export interface ReleaseDetailView extends ReleaseView {
  readonly events: readonly ReleaseEventView[];
  readonly stats: ReleaseStatsView;
}

/** A row of the list as callers see it. */
export function viewRelease(row: ReleaseListRow): ReleaseView {
  const { packageSha256, packageSize } = row;
  return {
    id: row.id,
    source: row.source,
    product: row.product,
    model: row.model,
    version: row.version,
    buildNumber: row.buildNumber,
    hardwareRevision: row.hardwareRevision,
    securityVersion: row.securityVersion,
    channel: row.channel,
    lifecycle: row.lifecycle,
    targetDeviceId: row.targetDeviceId,
    mandatory: row.mandatory,
    mandatoryAfter: row.mandatoryAfter,
    releaseNotes: row.releaseNotes,
    minFromVersion: row.minFromVersion,
    minAppVersion: row.minAppVersion,
    firmware: { sha256: row.firmwareSha256, size: row.firmwareSize },
    package: packageSha256 === null || packageSize === null ? null : { sha256: packageSha256, size: packageSize },
    signed: row.signedBy.length > 0,
    signedBy: row.signedBy,
    rolloutPercentage: row.rolloutPercentage,
    rolloutStartedAt: row.rolloutStartedAt,
    completedAt: row.completedAt,
    revokedAt: row.revokedAt,
    failureWindowFrom: row.failureWindowFrom,
    pauseReason: row.pauseReason,
    pausedBy: row.pausedBy,
    createdBy: row.createdBy,
    revision: row.revision,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
