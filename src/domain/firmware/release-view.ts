import { type View, viewOf } from '../../model/record.ts';
import { type ReleaseDetailRecord, ReleaseRecord, type StoredRelease } from '../../model/records/release.ts';

export type ReleaseView = View<typeof ReleaseRecord>;

/** One release with its latest history and its statistics. */
export type ReleaseDetailView = View<typeof ReleaseDetailRecord>;

/** The view of a row of the list, or of the columns that were read. */
export function viewRelease(row: StoredRelease): ReleaseView {
  const { packageSha256, packageSize } = row;
  return viewOf(ReleaseRecord, {
    ...row,
    firmware: { sha256: row.firmwareSha256, size: row.firmwareSize },
    package: packageSha256 === null || packageSize === null ? null : { sha256: packageSha256, size: packageSize },
  });
}
