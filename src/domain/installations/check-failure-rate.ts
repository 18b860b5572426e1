import type { Runtime } from '../kernel/operation.ts';
import { pauseIfFailing } from './pause-if-failing.ts';

/**
 * Checks the failure rate of a release after a failed installation, in a transaction of its own. The report is already
 * committed; errors here must not fail it.
 */
export async function checkFailureRate(runtime: Runtime, releaseId: string): Promise<void> {
  try {
    await pauseIfFailing(runtime, releaseId);
  } catch (error) {
    runtime.warn('failed to check the failure rate of a release', { err: error, releaseId });
  }
}
