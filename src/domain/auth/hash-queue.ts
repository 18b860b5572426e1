import { unavailable } from '../kernel/errors.ts';

/** Who waits: an admin who is signed in or known at this network, or somebody who may be anybody. */
export type Waiter = 'known' | 'stranger';

export interface QueueBounds {
  /** How many run at once. */
  readonly running: number;
  /** How many of each kind wait; more are refused at once. */
  readonly waiting: number;
}

const RETRY_AFTER_SECONDS = 1;

/**
 * Runs expensive work a few at a time, known admins before strangers: a flood of strangers' sign-ins fills the strangers'
 * places alone.
 * @returns a function that runs one piece of work, or throws 503 OVERLOADED while its kind's places are taken
 */
export function hashQueue({ running: maxRunning, waiting: maxWaiting }: QueueBounds) {
  const waiting: Record<Waiter, (() => void)[]> = { known: [], stranger: [] };
  let running = 0;

  async function turn(waiter: Waiter): Promise<void> {
    if (running < maxRunning) {
      running += 1;
      return;
    }
    if (waiting[waiter].length >= maxWaiting) {
      throw unavailable(
        'OVERLOADED',
        `Too many concurrent password checks: retry after ${RETRY_AFTER_SECONDS} s.`,
        RETRY_AFTER_SECONDS,
      );
    }
    await new Promise<void>((resolve) => waiting[waiter].push(resolve));
  }

  return async <T>(waiter: Waiter, work: () => Promise<T>): Promise<T> => {
    await turn(waiter);
    try {
      return await work();
    } finally {
      // The place is handed on: a newcomer must not take it before those who wait.
      const next = waiting.known.shift() ?? waiting.stranger.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
