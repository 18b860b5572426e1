import { INSTALLATION_STATUSES } from '../../model/enums.ts';
import type { ReleaseStatsView } from '../../model/records/release.ts';
import type { ReleaseCountRow } from '../../persistence/firmware/release-repository.ts';

/** Sums the counts of one release. */
export function releaseCountsOf(
  counts: readonly Omit<ReleaseCountRow, 'releaseId'>[],
): Omit<ReleaseStatsView, 'failureRate'> {
  const sum = (matches: (row: Omit<ReleaseCountRow, 'releaseId'>) => boolean) =>
    counts.filter(matches).reduce((total, { count }) => total + count, 0);
  return {
    total: sum(({ counted }) => counted === 'STATUS'),
    byStatus: INSTALLATION_STATUSES.flatMap((status) => {
      const count = sum((row) => row.status === status);
      return count === 0 ? [] : [{ status, count }];
    }),
    confirmed: sum(({ verification }) => verification === 'CONFIRMED'),
    unverified: sum(({ verification }) => verification === 'UNVERIFIED'),
    contradicted: sum(({ verification }) => verification === 'CONTRADICTED'),
    interrupted: sum(({ counted }) => counted === 'INTERRUPTED'),
    silent: sum(({ counted }) => counted === 'SILENT'),
  };
}
