import type { RolloutSettings } from '../../model/ports.ts';

declare module '../kernel/operation.ts' {
  interface DomainSettings {
    readonly rollout: RolloutSettings;
  }
}

/** The results of a release's installations in its failure window; each device counts by its newest ended attempt. */
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

/** The number of failures that a possibly bricked device counts as. */
const BRICKED_WEIGHT = 2;

/**
 * The reason to pause a rollout: too many devices rolled back, or the failure rate of a large enough sample is too
 * high.
 * @returns undefined if the rollout can continue
 */
export function reasonToPause(sample: FailureSample, settings: RolloutSettings): string | undefined {
  const { succeeded, failed, fellBack, bricked } = sample;
  if (fellBack >= settings.pauseRollbacks) return `${fellBack} devices fell back or may be bricked`;
  const finished = succeeded + failed;
  if (finished < settings.pauseMinSample) return undefined;
  const weight = failed + bricked * (BRICKED_WEIGHT - 1);
  if (weight * 100 < finished * settings.pauseFailurePercent) return undefined;
  return `${failed} of ${finished} installations failed`;
}

/** The number of successes from which on these failures do not pause the rollout; more need not be counted. */
export function successesThatSuffice({ failed, bricked }: FailureSample, settings: RolloutSettings): number {
  const weight = failed + bricked * (BRICKED_WEIGHT - 1);
  return Math.max(settings.pauseMinSample, Math.floor((weight * 100) / settings.pauseFailurePercent) + 1);
}
