import { explanation } from '../../model/explanations.ts';
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
  const { succeeded, failed, fellBack, bricked } = sample;
  if (fellBack >= settings.pauseRollbacks) return explanation('DEVICES_FELL_BACK', { devices: fellBack });
  // A single device that fell silent may have been unplugged in the minute in which it restarted.
  if (failed === 1 && bricked === 1) return undefined;
  const finished = succeeded + failed;
  if (finished < settings.pauseMinSample) return undefined;
  if (failureWeightOf(sample) * 100 < finished * settings.pauseFailurePercent) return undefined;
  return explanation('INSTALLATIONS_FAILED', { failed, finished });
}
