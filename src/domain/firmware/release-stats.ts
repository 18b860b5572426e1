import { INSTALLATION_STATUSES } from '../../model/enums.ts';
import type { ReleaseStatsView } from '../../model/records/release.ts';
import type { ReleaseCountRow } from '../../persistence/firmware/release-repository.ts';
import { type FailureSample, failureRateOf } from '../rollouts/index.ts';

/** What the statistics of one release are computed from. */
export interface ReleaseFigures {
  /** Its counter rows. */
  readonly counts: readonly Omit<ReleaseCountRow, 'releaseId'>[];
  /** Failed installations that an operator ended. */
  readonly interrupted: number;
  /** Installations whose device may just be switched off. */
  readonly silent: number;
  /** What its devices tell about it. */
  readonly sample: FailureSample;
}

/** Computes the statistics of one release. */
export function statsOf({ counts, interrupted, silent, sample }: ReleaseFigures): ReleaseStatsView {
  const sum = (matches: (row: Omit<ReleaseCountRow, 'releaseId'>) => boolean) =>
    counts.filter(matches).reduce((total, { count }) => total + count, 0);
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
    silent,
    failureRate: failureRateOf(sample),
  };
}
