import { INSTALLATION_STATUSES } from '../../model/enums.ts';
import type { ReleaseStatsView } from '../../model/records/release.ts';
import type { ReleaseCountRow } from '../../persistence/firmware/release-repository.ts';
import { type FailureSample, failureRateOf } from '../rollouts/index.ts';

/**
 * Computes the statistics of one release.
 * @param counts its counts
 * @param sample what its devices tell about it
 */
export function statsOf(
  counts: readonly Omit<ReleaseCountRow, 'releaseId'>[],
  sample: FailureSample,
): ReleaseStatsView {
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
    failureRate: failureRateOf(sample),
  };
}
