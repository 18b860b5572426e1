import { LRUCache } from 'lru-cache';
import { LiveBudget } from './live-budget.ts';
import { LiveTurns } from './live-turns.ts';

/** The maximum of cached budgets of callers who have just left; they last a second or two. */
const BUDGETS = 10_000;
const BUDGET_MS = 5_000;

/** A subscription of a caller. */
export interface CallerMember {
  /** True if its client has received the previous results. */
  readonly isReady: boolean;
  /** Shows REFETCH instead of what it has not shown yet. */
  fallBehind(): void;
}

/** An admin or a service account with the subscriptions of all of its sessions on this instance: one at a time makes a result. */
export class LiveCaller {
  readonly #members = new Set<CallerMember>();
  readonly #waiting = new Map<CallerMember, () => void>();
  readonly #turns: LiveTurns;
  readonly #budget: LiveBudget;
  readonly #onLeft: (budget: LiveBudget) => void;
  #isAtWork = false;
  #alarm: NodeJS.Timeout | undefined;

  constructor(turns: LiveTurns, budget: LiveBudget, onLeft: (budget: LiveBudget) => void) {
    this.#turns = turns;
    this.#budget = budget;
    this.#onLeft = onLeft;
  }

  /** Whether the budget of this second is used up. */
  get isPaused(): boolean {
    return this.#budget.roomIn(performance.now()) > 0;
  }

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  get isReady(): boolean {
    return !this.#isAtWork && !this.isPaused && this.#firstReady() !== undefined;
  }

  join(member: CallerMember): void {
    this.#members.add(member);
  }

  leave(member: CallerMember): void {
    this.#members.delete(member);
    this.#waiting.delete(member);
    this.#settle();
  }

  /**
   * Does the work when it is the turn of the caller and, among its subscriptions, of this one; never if the member leaves
   * before.
   */
  async inTurn<T>(member: CallerMember, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      this.#waiting.set(member, resolve);
      this.#turns.ask(this);
      this.#setAlarm();
    });
    try {
      return await work();
    } finally {
      this.#isAtWork = false;
      this.#turns.done();
      this.#settle();
    }
  }

  begin(): void {
    const [member, grant] = this.#firstReady() ?? [];
    if (!member || !grant) throw new Error('A caller who is not ready has begun.');
    this.#waiting.delete(member);
    this.#isAtWork = true;
    grant();
  }

  /**
   * Spends the price of an event.
   * @returns false if this window has no room for it: all subscriptions show REFETCH at its end
   */
  spend(price: number): boolean {
    if (this.#budget.spend(price, performance.now())) return true;
    for (const member of this.#members) member.fallBehind();
    return false;
  }

  /** Adds the cost of an event beyond its price. */
  charge(price: number): void {
    this.#budget.charge(price, performance.now());
  }

  #firstReady(): [CallerMember, () => void] | undefined {
    for (const entry of this.#waiting) if (entry[0].isReady) return entry;
    return undefined;
  }

  /** While it is paused, nothing else would wake those who wait. */
  #setAlarm(): void {
    if (this.#alarm || !this.isPaused) return;
    const left = this.#budget.roomIn(performance.now());
    this.#alarm = setTimeout(() => {
      this.#alarm = undefined;
      this.#setAlarm();
      this.#turns.wake();
    }, Math.ceil(left)).unref();
  }

  #settle(): void {
    if (this.isWaiting) this.#setAlarm();
    else {
      this.#turns.withdraw(this);
      clearTimeout(this.#alarm);
      this.#alarm = undefined;
    }
    if (this.#members.size === 0 && !this.#isAtWork) this.#onLeft(this.#budget);
  }
}

/** The callers with subscriptions on this instance. */
export class LiveCallers {
  readonly turns = new LiveTurns();
  readonly #callers = new Map<string, LiveCaller>();
  /** The budgets of callers who have left: a caller who closes a stream and opens another one keeps the budget. */
  readonly #budgets = new LRUCache<string, LiveBudget>({ max: BUDGETS, ttl: BUDGET_MS });

  /** The one that its subscriptions join. */
  of(callerId: string): LiveCaller {
    const known = this.#callers.get(callerId);
    if (known) return known;
    const caller = new LiveCaller(this.turns, this.#budgets.get(callerId) ?? new LiveBudget(), (budget) => {
      this.#callers.delete(callerId);
      this.#budgets.set(callerId, budget);
    });
    this.#callers.set(callerId, caller);
    return caller;
  }
}
