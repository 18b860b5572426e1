import { classifyDatabaseError } from '../database-error-classes.ts';
import { limitOf } from '../isolation/limit-exceeded.ts';
import { sqlState } from '../sql/transaction.ts';
import type { ReplicaState } from './replica-state.ts';

/** Chooses where a read is answered. */
export interface ReadRoute {
  /**
   * Reads from the replica if it has what was committed before, otherwise, and if it fails there, from the primary.
   * @param patienceMs how long the read waits for the replica
   */
  read<T>(patienceMs: number, fromReplica: () => Promise<T>, fromPrimary: () => Promise<T>): Promise<T>;
}

export function withReplica(state: Pick<ReplicaState, 'hasCaughtUp' | 'hasFailed'>): ReadRoute {
  return {
    async read(patienceMs, fromReplica, fromPrimary) {
      if (!(await state.hasCaughtUp(patienceMs))) return fromPrimary();
      try {
        return await fromReplica();
      } catch (error) {
        if (!isReplicaTrouble(error)) throw error;
        // A conflict with what it replays ends a read, but says nothing of the replica.
        if (sqlState(error) !== CONFLICT) state.hasFailed(error);
        return fromPrimary();
      }
    },
  };
}

/** serialization_failure: a standby ends reads that hinder its replay. */
const CONFLICT = '40001';

/** Whether the primary could answer what the replica did not; a caller's own limits are the same on both. */
export function isReplicaTrouble(error: unknown): boolean {
  if (limitOf(error) !== undefined) return false;
  return sqlState(error) === CONFLICT || classifyDatabaseError(error) === 'unavailable';
}
