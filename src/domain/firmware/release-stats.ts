import { INSTALLATION_STATUSES } from '../../model/enums.ts';
import type { ReleaseStatsView } from '../../model/records/release.ts';
import type { ReleaseCountRow } from '../../persistence/firmware/release-repository.ts';

/**
 * Computes the statistics of one release.
 * @param counts its counter rows
 * @param interrupted failed installations that an operator ended
 */
export function statsOf(counts: readonly Omit<ReleaseCountRow, 'releaseId'>[], interrupted: number): ReleaseStatsView {
  const sum = (matches: (row: Omit<ReleaseCountRow, 'releaseId'>) => boolean) =>
    counts.filter(matches).reduce((total, { count }) => total + count, 0);
  const contradictedSuccesses = sum((row) => row.status === 'SUCCESS' && row.verification === 'CONTRADICTED');
  const failed = sum(({ status }) => status === 'FAILED' || status === 'ROLLED_BACK') - interrupted;
  const ended = failed + sum(({ status }) => status === 'SUCCESS');
  return {
    total: sum(() => true),
    byStatus: INSTALLATION_STATUSES.flatMap((status) => {
      const count = sum((row) => row.status === status);
      return count === 0 ? [] : [{ status, count }];
    }),
    confirmed: sum(({ verification }) => verification === 'CONFIRMED'),
    unverified: sum(({ verification }) => verification === 'UNVERIFIED'),
    contradicted: sum(({ verification }) => verification === 'CONTRADICTED'),
    interrupted,
    failureRate: ended === 0 ? null : (failed + contradictedSuccesses) / ended,
  };
}
