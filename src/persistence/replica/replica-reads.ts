import { classifyDatabaseError } from '../database-error-classes.ts';
import { limitOf } from '../isolation/limit-exceeded.ts';
import { isStatementTimeout, sqlState } from '../sql/transaction.ts';
import type { ReplicaState } from './replica-state.ts';

/** Chooses where a read is answered. */
export interface ReadRoute {
  /**
   * Reads from the replica if it has everything that was committed before the call. Otherwise, or if the read fails there,
   * reads from the primary.
   * @param patienceMs how long the read waits for the replica
   */
  read<T>(patienceMs: number, fromReplica: () => Promise<T>, fromPrimary: () => Promise<T>): Promise<T>;
}

export function withReplica(state: Pick<ReplicaState, 'hasCaughtUp' | 'hasFailed' | 'whileAnswering'>): ReadRoute {
  return {
    async read(patienceMs, fromReplica, fromPrimary) {
      if (!(await state.hasCaughtUp(patienceMs))) return fromPrimary();
      try {
        return await state.whileAnswering(fromReplica);
      } catch (error) {
        if (!isReplicaTrouble(error)) throw error;
        if (!PASSING.has(sqlState(error) ?? '')) state.hasFailed(error);
        return fromPrimary();
      }
    },
  };
}

/** Errors that end a read on a working replica. */
const PASSING = new Set([
  '40001', // serialization_failure: a standby cancels reads that conflict with its replay
  '55P03', // lock_not_available: the replay has the lock
]);

/**
 * True if the primary may answer a read that failed on the replica. A caller's own limits, and slow queries, are the same on
 * both.
 */
function isReplicaTrouble(error: unknown): boolean {
  if (limitOf(error) !== undefined || isStatementTimeout(error)) return false;
  const fault = classifyDatabaseError(error);
  return fault === 'unavailable' || fault === 'overloaded';
}
