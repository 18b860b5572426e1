import type { FairQueueOptions } from './fair-queue.ts';

/** More than the fields and edges of any one request. */
const WAITING_PER_ADMIN = 200;
/** Devices that report arrive in bursts. */
const WAITING_OTHERS = 5_000;
/** Mostly for calls of one's own: newcomers go first. Longer than many waits for a lock. */
const WAIT_MS = 10_000;

/**
 * How callers share the main pool: an admin has at most a third of it, one operation half, and whoever is no admin
 * (devices, apps, the public site, jobs) together what leaves an admin a third.
 * @param connections of the pool
 */
export function mainPoolRules(connections: number): FairQueueOptions {
  const third = Math.max(Math.floor(connections / 3), 1);
  return {
    slots: connections,
    slotsPerAdmin: third,
    slotsPerOperation: Math.ceil(connections / 2),
    slotsForOthers: connections - third,
    waitingPerAdmin: WAITING_PER_ADMIN,
    waitingOthers: WAITING_OTHERS,
    waitMs: WAIT_MS,
    tooMany: 'You have too many requests under way: retry when some of them have ended.',
  };
}
