import type { FairQueueOptions } from './fair-queue.ts';

/** Of a request: more than a screen with a list, its edges and their number, or a search. */
const EXPENSIVE = 2_000;
/** About half a second on 100,000 rows; what people do in a day costs less. */
const MOST_EXPENSIVE = 5_000;
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
 * each take all that they may would leave nothing. A statement of an expensive request takes several, so that few of them run at once,
 * whoever asks, and everybody else finds a connection meanwhile: of the most expensive two, of others four, and of one admin one.
 * @param connections of the pool
 * @param statementTimeoutMs how long a statement may take, in milliseconds
 */
export function mainPoolRules(connections: number, statementTimeoutMs: number): FairQueueOptions {
  const third = Math.max(Math.floor(connections / 3), 1);
  return {
    slots: connections,
    slotsPerAdmin: third,
    slotsReserved: Math.floor(connections / 5),
    slotsFor: (cost) => slotsFor(cost, third),
    slotsPerOperation: Math.ceil(connections / 2),
    slotsForOthers: connections - third,
    waitingPerAdmin: WAITING_PER_ADMIN,
    waitingOthers: WAITING_OTHERS,
    waitMs: WAIT_MS,
    stuckMs: STATEMENTS_UNTIL_STUCK * statementTimeoutMs,
    tooMany: { limit: 'requests' },
  };
}

/** Of the expensive, one statement of an admin at a time: two would take more than all that the admin may have. */
function slotsFor(cost: number, slotsPerAdmin: number): number {
  if (cost <= EXPENSIVE) return 1;
  return cost <= MOST_EXPENSIVE ? Math.floor(slotsPerAdmin / 2) + 1 : slotsPerAdmin;
}
