/** The maximum cost of all live events of one caller in a second: half of the most expensive query. */
export const LIVE_BUDGET = 5_000;
const WINDOW_MS = 1_000;

/**
 * Counts the cost of the live events of one caller in windows of a second. A window begins with the first event after the
 * previous window.
 */
export class LiveBudget {
  #startedAt = Number.NEGATIVE_INFINITY;
  #spent = 0;
  #isUsedUp = false;

  /**
   * Spends a price if this window has room for it; otherwise the window has room for nothing until its end.
   * @param now milliseconds of a monotonic clock
   */
  spend(price: number, now: number): boolean {
    this.#renew(now);
    if (this.#isUsedUp) return false;
    this.#isUsedUp = this.#spent + price > LIVE_BUDGET;
    if (this.#isUsedUp) return false;
    this.#spent += price;
    return true;
  }

  /** Adds a cost that is known only afterwards. An excess is taken from the next window. */
  charge(price: number, now: number): void {
    this.#renew(now);
    this.#spent += price;
  }

  /** Milliseconds until it has room again; 0 while it has. */
  roomIn(now: number): number {
    this.#renew(now);
    return this.#isUsedUp ? this.#startedAt + WINDOW_MS - now : 0;
  }

  #renew(now: number): void {
    const windows = Math.floor((now - this.#startedAt) / WINDOW_MS);
    if (windows < 1) return;
    this.#spent = Math.max(0, this.#spent - windows * LIVE_BUDGET);
    this.#startedAt = now;
    this.#isUsedUp = false;
  }
}
