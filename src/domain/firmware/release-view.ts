import type { InstallationStatus } from '../../model/enums.ts';
import { type View, viewOf } from '../../model/record.ts';
import {
  type FileView,
  type ReleaseEventView,
  ReleaseRecord,
  type StoredRelease,
} from '../../model/records/release.ts';

/** A release as those who may read releases see it. */
export interface ReleaseView extends View<typeof ReleaseRecord> {
  readonly firmware: FileView;
  /** Null for a legacy upload. */
  readonly package: FileView | null;
}

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

/** A row of the list, or the part of it that was read, as callers see it. */
export function viewRelease(row: StoredRelease): ReleaseView {
  const { packageSha256, packageSize } = row;
  return {
    ...viewOf(ReleaseRecord, row),
    firmware: { sha256: row.firmwareSha256, size: row.firmwareSize },
    package: packageSha256 === null || packageSize === null ? null : { sha256: packageSha256, size: packageSize },
  };
}
