import { setTimeout as sleep } from 'node:timers/promises';

/** Somebody who leaves two pages one after the other. */
const AT_ONCE = 10;
/** Of all admins together, beyond which nobody who leaves begins more: eight who leave a page at once fill two cores already. */
const AT_ONCE_OF_ALL = 16;
/** How many of its own an admin waits for at most, if others leave too. */
const SHARED = 5;
/** Somebody who types into a search that asks anew for each letter. */
const PER_SECOND = 5;
/** Nobody waits longer than for these to be forgotten. */
const MOST = 20;

interface Leaves {
  readonly count: number;
  /** When they were counted, of `performance.now()`. */
  readonly at: number;
}

/**
 * Admins who leave requests before they are answered, again and again: what the database began for each of them is wasted, so
 * that their next reads wait until they leave fewer than five in a second. Whoever waits for an answer is not concerned.
 */
export class ImpatientCallers {
  readonly #leaves = new Map<string, Leaves>();

  /** Notes that an admin left a request which had come to the database. */
  left(adminId: string): void {
    this.#leaves.set(adminId, { count: Math.min(this.#countOf(adminId) + 1, MOST), at: performance.now() });
  }

  /**
   * Waits while an admin has left too many, at most two seconds.
   * @param signal ends the wait
   * @throws the signal's reason
   */
  async wait(adminId: string, signal: AbortSignal): Promise<void> {
    const own = this.#countOf(adminId);
    if (own === 0) return;
    const over = Math.max(own - AT_ONCE, Math.min(own, this.#countOfAll() - AT_ONCE_OF_ALL, SHARED));
    if (over <= 0) return;
    await sleep((over / PER_SECOND) * 1_000, undefined, { signal }).catch(() => signal.throwIfAborted());
  }

  #countOfAll(): number {
    return [...this.#leaves.keys()].reduce((sum, adminId) => sum + this.#countOf(adminId), 0);
  }

  #countOf(adminId: string): number {
    const leaves = this.#leaves.get(adminId);
    if (!leaves) return 0;
    const count = leaves.count - ((performance.now() - leaves.at) / 1_000) * PER_SECOND;
    if (count > 0) return count;
    this.#leaves.delete(adminId);
    return 0;
  }
}
