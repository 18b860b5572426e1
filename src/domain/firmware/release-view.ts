import type { InstallationStatus } from '../../model/enums.ts';
import { type View, viewOf } from '../../model/record.ts';
import { type ReleaseEventView, ReleaseRecord, type StoredRelease } from '../../model/records/release.ts';

export type ReleaseView = View<typeof ReleaseRecord>;

/** Statistics of a release's installations. */
export interface ReleaseStatsView {
  /** Attempts of all devices, including offers. */
  readonly total: number;
  /** Statuses with at least one installation, in the order of an installation's progress. */
  readonly byStatus: readonly { readonly status: InstallationStatus; readonly count: number }[];
  /** Reported successes, by the evidence of later heartbeats. */
  readonly confirmed: number;
  readonly unverified: number;
  readonly contradicted: number;
  /** Ended by an operator; neither a success nor a failure of the release. */
  readonly interrupted: number;
  /**
   * The failed, rolled back or contradicted share of all installations that ended by themselves, 0 to 1; null if none
   * has.
   */
  readonly failureRate: number | null;
}

/** One release with its latest history and its statistics. */
export interface ReleaseDetailView extends ReleaseView {
  readonly events: readonly ReleaseEventView[];
  readonly stats: ReleaseStatsView;
}

/** The view of a row of the list, or of the columns that were read. */
export function viewRelease(row: StoredRelease): ReleaseView {
  const { packageSha256, packageSize } = row;
  return viewOf(ReleaseRecord, {
    ...row,
    firmware: { sha256: row.firmwareSha256, size: row.firmwareSize },
    package: packageSha256 === null || packageSize === null ? null : { sha256: packageSha256, size: packageSize },
  });
}
