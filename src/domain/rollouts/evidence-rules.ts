import type { StoredInstallation } from '../../model/records/installation.ts';

/** The fields of an attempt that are evidence about its release. */
export type EndedAttempt = Pick<
  StoredInstallation,
  | 'deviceId'
  | 'attempt'
  | 'status'
  | 'verification'
  | 'failureSource'
  | 'failureCode'
  | 'silent'
  | 'possiblyBricked'
  | 'finishedAt'
>;

/** The evidence of an attempt about its release. A device that fell back or may be bricked has failed, too. */
export type Evidence = 'NONE' | 'SUCCESS' | 'FAILURE' | 'FELL_BACK' | 'BRICKED';

/** Failures caused by a person or a battery. */
export const NOT_THE_RELEASE: readonly string[] = ['USER_CANCELLED', 'USER_CANCELLED_BY_OPERATOR', 'BATTERY_LOW'];

type Facts = Omit<EndedAttempt, 'deviceId' | 'attempt' | 'finishedAt'>;

/** The table of evidence; the first matching row decides. */
const EVIDENCE: readonly (readonly [evidence: Evidence, when: (facts: Facts) => boolean])[] = [
  ['NONE', ({ status }) => status !== 'SUCCESS' && status !== 'FAILED' && status !== 'ROLLED_BACK'],
  ['NONE', ({ silent }) => silent],
  ['NONE', ({ failureSource }) => failureSource === 'OPERATOR'],
  ['NONE', ({ failureCode }) => NOT_THE_RELEASE.includes(failureCode ?? '')],
  ['BRICKED', ({ possiblyBricked }) => possiblyBricked],
  ['FELL_BACK', ({ status, verification }) => status === 'ROLLED_BACK' || verification === 'CONTRADICTED'],
  ['SUCCESS', ({ status }) => status === 'SUCCESS'],
];

/** The evidence of an attempt about its release. */
export function evidenceOf(facts: Facts): Evidence {
  return EVIDENCE.find(([, when]) => when(facts))?.[0] ?? 'FAILURE';
}

/** The evidence of the devices of a release; each counts once (`countingAttempts`). */
export interface FailureSample {
  /** Reported as successful and not contradicted, confirmed or not. */
  readonly succeeded: number;
  /** Failures caused by the release. */
  readonly failed: number;
  /** The failed ones that rolled back, were contradicted by a heartbeat, or are possibly bricked. */
  readonly fellBack: number;
  /** The failed ones that are possibly bricked. */
  readonly bricked: number;
}

/** Attempts with the same evidence, counted. */
export interface CountedAttempts extends Facts {
  readonly count: number;
}

/** Sums attempts, one for each device, of one release. */
export function sampleOf(attempts: readonly CountedAttempts[]): FailureSample {
  const sum = (...kinds: readonly Evidence[]) =>
    attempts.reduce((total, each) => total + (kinds.includes(evidenceOf(each)) ? each.count : 0), 0);
  return {
    succeeded: sum('SUCCESS'),
    failed: sum('FAILURE', 'FELL_BACK', 'BRICKED'),
    fellBack: sum('FELL_BACK', 'BRICKED'),
    bricked: sum('BRICKED'),
  };
}

/**
 * The attempts that count for a release: for each device the newest one with evidence. Failures before the window were accepted
 * when the rollout was resumed; successes stay.
 * @param attempts of one release
 * @param since the start of the failure window; null = since ever
 */
export function countingAttempts(attempts: readonly EndedAttempt[], since: Date | null): EndedAttempt[] {
  const newest = new Map<string, EndedAttempt>();
  for (const each of attempts) {
    const evidence = evidenceOf(each);
    const isAccepted =
      evidence !== 'SUCCESS' && since !== null && (each.finishedAt === null || each.finishedAt < since);
    if (evidence === 'NONE' || isAccepted) continue;
    if ((newest.get(each.deviceId)?.attempt ?? 0) < each.attempt) newest.set(each.deviceId, each);
  }
  return [...newest.values()];
}

/** The number of failures that a possibly bricked device counts as. */
const BRICKED_WEIGHT = 2;

/** The failures of a sample, a possibly bricked device twice. */
export function failureWeightOf({ failed, bricked }: FailureSample): number {
  return failed + bricked * (BRICKED_WEIGHT - 1);
}

/**
 * The failure rate of a release, from 0 to 1: the one that pauses its rollout, and the one that its statistics show.
 * @returns null while no device has finished
 */
export function failureRateOf(sample: FailureSample | undefined): number | null {
  const finished = sample ? sample.succeeded + sample.failed : 0;
  return !sample || finished === 0 ? null : Math.min(1, failureWeightOf(sample) / finished);
}
