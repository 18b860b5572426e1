import type { FairQueueOptions } from './fair-queue.ts';

/** More than the fields and edges of any one request. */
const WAITING_PER_ADMIN = 200;
/** Reports of devices arrive in bursts. */
const WAITING_OTHERS = 5_000;
/** Long enough for most waits on a lock; mostly a caller waits for its own earlier calls. */
const WAIT_MS = 10_000;
/** A transaction has few statements that take as long as they may. */
const STATEMENTS_UNTIL_STUCK = 2;

/**
 * The rules of the main pool: an admin gets at most a third of it, one operation half, and all callers without an admin
 * (devices, apps, the public site, jobs) together two thirds. Its last fifth goes to callers who have none: four admins who
 * each take all that they may would leave nothing.
 * @param connections of the pool
 * @param statementTimeoutMs how long a statement may take, in milliseconds
 */
export function mainPoolRules(connections: number, statementTimeoutMs: number): FairQueueOptions {
  const third = Math.max(Math.floor(connections / 3), 1);
  return {
    slots: connections,
    slotsPerAdmin: third,
    slotsReserved: Math.floor(connections / 5),
    slotsPerOperation: Math.ceil(connections / 2),
    slotsForOthers: connections - third,
    waitingPerAdmin: WAITING_PER_ADMIN,
    waitingOthers: WAITING_OTHERS,
    waitMs: WAIT_MS,
    stuckMs: STATEMENTS_UNTIL_STUCK * statementTimeoutMs,
    tooMany: 'You have too many requests under way: retry when some of them have ended.',
  };
}
