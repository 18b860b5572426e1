import { unavailable } from '../kernel/errors.ts';

/** `known`: an admin who is signed in, or has signed in from this network; `stranger`: anyone else. */
export type Waiter = 'known' | 'stranger';

export interface QueueBounds {
  /** Maximum concurrent tasks. */
  readonly running: number;
  /** Maximum waiting tasks of each kind; further ones fail at once. */
  readonly waiting: number;
}

const RETRY_AFTER_SECONDS = 1;

/**
 * Runs expensive tasks with limited concurrency, known admins before strangers: a flood of strangers' sign-ins fills
 * only the strangers' queue.
 * @returns a function that runs one task, or throws 503 OVERLOADED while the queue of its kind is full
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
      throw unavailable('OVERLOADED', 'PASSWORDS', { seconds: RETRY_AFTER_SECONDS }).with({
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    await new Promise<void>((resolve) => waiting[waiter].push(resolve));
  }

  return async <T>(waiter: Waiter, work: () => Promise<T>): Promise<T> => {
    await turn(waiter);
    try {
      return await work();
    } finally {
      // The slot passes directly to a waiting task, so that a newcomer cannot take it.
      const next = waiting.known.shift() ?? waiting.stranger.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
