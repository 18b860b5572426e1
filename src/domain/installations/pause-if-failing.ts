import type { EntityManager } from '@mikro-orm/postgresql';
import { findSuspects } from '../../persistence/installations/failure-sample.ts';
import { findReleaseFacts } from '../../persistence/installations/installation-store.ts';
import { inTransaction } from '../../persistence/sql/transaction.ts';
import { pauseRelease, SYSTEM } from '../firmware/index.ts';
import { lockRelease } from '../firmware/store.ts';
import type { Runtime } from '../kernel/operation.ts';
import { readFailureSamples } from '../rollouts/index.ts';
import { reasonToPause } from './failure-gate.ts';

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
  const release = await findReleaseFacts(em, releaseId);
  if (release?.lifecycle !== 'ROLLING_OUT') return undefined;
  const [sample] = await readFailureSamples(em, [releaseId]);
  return sample && reasonToPause(sample, settings.rollout);
}
