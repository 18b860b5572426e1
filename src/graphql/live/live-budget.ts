/** What all live events of one caller may cost in a second: half of what the dearest query may. */
export const LIVE_BUDGET = 5_000;
const WINDOW_MS = 1_000;

/** What the live events of one caller cost, second by second; a second begins with the first event after the last one. */
export class LiveBudget {
  #startedAt = Number.NEGATIVE_INFINITY;
  #spent = 0;
  #isUsedUp = false;

  /**
   * Spends a price, if there is room for it in this second; otherwise there is none for anything until its end.
   * @param now milliseconds of a clock that never goes back
   */
  spend(price: number, now: number): boolean {
    this.#renew(now);
    if (this.#isUsedUp) return false;
    this.#isUsedUp = this.#spent + price > LIVE_BUDGET;
    if (this.#isUsedUp) return false;
    this.#spent += price;
    return true;
  }

  /** Adds what is known only afterwards. What is beyond the budget is taken from that of the next second. */
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
