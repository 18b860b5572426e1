import type { RolloutSettings } from '../../model/ports.ts';
import { type FailureSample, failureWeightOf } from '../rollouts/index.ts';

declare module '../kernel/operation.ts' {
  interface DomainSettings {
    readonly rollout: RolloutSettings;
  }
}

/**
 * The reason to pause a rollout: too many devices rolled back, or the failure rate of a large enough sample is too
 * high.
 * @returns undefined if the rollout can continue
 */
export function reasonToPause(sample: FailureSample, settings: RolloutSettings): string | undefined {
  const { succeeded, failed, fellBack } = sample;
  if (fellBack >= settings.pauseRollbacks) return `${fellBack} devices fell back or may be bricked`;
  const finished = succeeded + failed;
  if (finished < settings.pauseMinSample) return undefined;
  if (failureWeightOf(sample) * 100 < finished * settings.pauseFailurePercent) return undefined;
  return `${failed} of ${finished} installations failed`;
}
