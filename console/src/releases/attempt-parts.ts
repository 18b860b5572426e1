import type { InstallationStatus } from '../api/generated/enums.ts';

/** A part of the attempts of a release. */
export type Part = 'good' | 'open' | 'bad' | 'offered';

export function partOf(status: InstallationStatus): Part {
  if (status === 'SUCCESS') return 'good';
  if (status === 'AVAILABLE') return 'offered';
  return status === 'FAILED' || status === 'ROLLED_BACK' ? 'bad' : 'open';
}

type Counts = readonly { readonly status: InstallationStatus; readonly count: number }[];

/** The attempts of a part. A device that tried again has several. */
export const attemptsOf = (byStatus: Counts, part: Part): number =>
  byStatus.filter(({ status }) => partOf(status) === part).reduce((sum, { count }) => sum + count, 0);

export const failedAttempts = (byStatus: Counts): number => attemptsOf(byStatus, 'bad');
