import type { EntityManager } from '@mikro-orm/postgresql';
import {
  countFailures,
  countSuccesses,
  findFailureWindow,
  findSuspects,
} from '../../persistence/installations/failure-sample.ts';
import { inTransaction } from '../../persistence/sql/transaction.ts';
import { pauseRelease, SYSTEM } from '../firmware/index.ts';
import { lockRelease } from '../firmware/store.ts';
import type { Runtime } from '../kernel/operation.ts';
import { type FailureSample, reasonToPause, successesThatSuffice } from './failure-gate.ts';

type Scope = Pick<Runtime, 'em' | 'clock' | 'settings'>;

/**
 * Pauses a rollout that fails too often. Called after each commit that may have caused it, and periodically by a job.
 * Checks without a lock first, then decides with the release locked.
 * @returns true if this call paused it
 */
export async function pauseIfFailing(scope: Scope, releaseId: string): Promise<boolean> {
  if (!(await reasonOf(scope.em(), scope, releaseId))) return false;
  return inTransaction(scope.em(), async (em) => {
    const release = await lockRelease(em, releaseId);
    const reason = await reasonOf(em, scope, releaseId);
    if (!release || !reason) return false;
    return pauseRelease(em, release, reason, SYSTEM, scope.clock.now());
  });
}

/** Checks every rollout with failures, in case a check after a report was missed. */
export async function pauseFailingReleases(scope: Scope): Promise<void> {
  for (const releaseId of await findSuspects(scope.em())) await pauseIfFailing(scope, releaseId);
}

async function reasonOf(em: EntityManager, { settings }: Scope, releaseId: string): Promise<string | undefined> {
  const window = await findFailureWindow(em, releaseId);
  if (!window) return undefined;
  const failures = await countFailures(em, releaseId, window.since);
  const none: FailureSample = { ...failures, succeeded: 0 };
  if (!reasonToPause(none, settings.rollout) && failures.failed === 0) return undefined;
  const atMost = successesThatSuffice(none, settings.rollout);
  const succeeded = await countSuccesses(em, releaseId, window.since, atMost);
  return reasonToPause({ ...failures, succeeded }, settings.rollout);
}
