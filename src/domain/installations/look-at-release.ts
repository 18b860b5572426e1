import type { Runtime } from '../kernel/operation.ts';
import { pauseIfFailing } from './pause-if-failing.ts';

/**
 * An installation went wrong: whether its release goes on is decided in a transaction of its own. What led here is
 * committed and must not fail by it.
 */
export async function lookAtRelease(runtime: Runtime, releaseId: string): Promise<void> {
  try {
    await pauseIfFailing(runtime, releaseId);
  } catch (error) {
    runtime.warn('a release could not be looked at after a failure', { err: error, releaseId });
  }
}
