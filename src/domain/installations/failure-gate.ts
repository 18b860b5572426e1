import type { RolloutSettings } from '../../model/ports.ts';

declare module '../kernel/operation.ts' {
  interface DomainSettings {
    readonly rollout: RolloutSettings;
  }
}

/** How the installations of a release ended since its failures count, each device by its newest attempt that ended. */
export interface FailureSample {
  /** Reported as successful and not contradicted since; whether heartbeats have confirmed it already or not. */
  readonly succeeded: number;
  /** What the release is to blame for. */
  readonly failed: number;
  /** Of the failed ones: what fell back, was contradicted by a heartbeat, or may be bricked. */
  readonly fellBack: number;
  /** Of the failed ones: what may be bricked. */
  readonly bricked: number;
}

/** A device that may be bricked weighs as much as this many failures. */
const BRICKED_WEIGHT = 2;

/**
 * Why a rollout has to stop: so many devices fell back that the number alone says it, or too large a share of a sample
 * that is large enough failed.
 * @returns undefined when it may go on
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

/** So many successes that this many failures are no reason to pause: more need not be counted. */
export function successesThatSuffice({ failed, bricked }: FailureSample, settings: RolloutSettings): number {
  const weight = failed + bricked * (BRICKED_WEIGHT - 1);
  return Math.max(settings.pauseMinSample, Math.floor((weight * 100) / settings.pauseFailurePercent) + 1);
}
