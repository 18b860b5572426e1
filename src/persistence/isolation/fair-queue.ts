import { currentWork } from '../../model/work.ts';
import { type DatabaseLimit, DatabaseLimitExceeded } from './limit-exceeded.ts';

/**
 * The admin and the operation to which work is charged. Work without an admin (devices, the public site, jobs) counts
 * as one caller.
 */
export interface Owner {
  readonly adminId: string;
  /** The operation, so that many stuck calls of one operation do not occupy all slots. */
  readonly operation: string;
}

export interface FairQueueOptions {
  readonly slots: number;
  /** Slots for one admin. */
  readonly slotsPerAdmin: number;
  /** The last free slots, which only callers get who have none: so many of them need not wait for others. Default 0. */
  readonly slotsReserved?: number;
  /**
   * How many slots a statement of a request takes, by the request's cost: at most `slotsPerAdmin`. One that takes several leaves the
   * reserved ones free. Default: one, whatever it costs.
   */
  readonly slotsFor?: (cost: number) => number;
  /** Slots for one operation, across all callers. */
  readonly slotsPerOperation: number;
  /** Slots for all callers without an admin together. */
  readonly slotsForOthers: number;
  /** Waiting calls of one admin, in addition to those with a slot. */
  readonly waitingPerAdmin: number;
  readonly waitingOthers: number;
  /** Timeout of a wait, in milliseconds. */
  readonly waitMs: number;
  /** How long all slots may be taken without a sign of life before the queue counts as stuck: longer than any statement may take, in milliseconds. */
  readonly stuckMs: number;
  /** The message to an admin with too many concurrent calls. */
  readonly tooMany: DatabaseLimit;
}

interface Ticket {
  readonly owner: Owner | undefined;
  readonly slots: number;
  /** Since when it waits, of `performance.now()`. */
  readonly since: number;
  readonly grant: () => void;
}

/** What callers have of a queue at a moment. */
export interface QueueUse {
  /** Calls that have their slots. */
  readonly taken: number;
  /** Calls that wait for one. */
  readonly waiting: number;
}

/** Releases the slot; idempotent. */
export type Leave = () => void;

const OTHERS = Symbol('others');
type Caller = string | typeof OTHERS;

/**
 * Distributes a number of slots so that no admin and no operation can occupy all of them. A free slot goes to the admin
 * who has the fewest, so that a new caller waits for one call to end and not for the whole queue. Expensive calls take several slots.
 */
export class FairQueue {
  #free: number;
  #served = 0;
  #waiting: Ticket[] = [];
  readonly #held = new Map<Caller, number>();
  readonly #heldByOperation = new Map<string, number>();
  readonly #options: FairQueueOptions;
  readonly #name: string;
  /** Since when a caller without a slot has waited in vain; undefined after a sign of life. */
  #starvedSince: number | undefined;

  /** @param name of the pool whose connections it distributes */
  constructor(options: FairQueueOptions, name = '') {
    this.#options = options;
    this.#name = name;
    this.#free = options.slots;
  }

  /**
   * Waits for a slot, or for several.
   * @param signal ends the wait at once: nobody needs them any more
   * @param cost of the request that needs them
   * @throws DatabaseLimitExceeded if too many calls of this caller are waiting, or after the timeout; the signal's reason
   */
  async enter(owner: Owner | undefined, signal?: AbortSignal, cost = 0): Promise<Leave> {
    signal?.throwIfAborted();
    const slots = this.#options.slotsFor?.(cost) ?? 1;
    if (this.#mayEnter({ owner, slots })) this.#take(owner, slots);
    else await this.#timedWait(owner, slots, signal);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#giveBack(owner, slots);
    };
  }

  /** Whether the caller has a slot. */
  holds(owner: Owner): boolean {
    return this.#heldBy(owner) > 0;
  }

  /** Notes that a slot is in use, for work that has one for longer than a statement takes. */
  noteProgress(): void {
    this.#starvedSince = undefined;
  }

  /** Whether nobody gets a slot: all are taken, and since a caller without one began to wait, no work has made progress. */
  isStuck(): boolean {
    if (this.#free > 0 || this.#starvedSince === undefined) return false;
    return performance.now() - this.#starvedSince > this.#options.stuckMs;
  }

  use(): QueueUse {
    return { taken: this.#served, waiting: this.#waiting.length };
  }

  /** @param next the call that others leave slots to */
  #mayEnter(call: Pick<Ticket, 'owner' | 'slots'>, next = this.#longWaiting()): boolean {
    const { owner, slots } = call;
    const reserved = this.#heldBy(owner) > 0 || slots > 1 ? (this.#options.slotsReserved ?? 0) : 0;
    const kept = call === next ? 0 : Math.max(reserved, next?.slots ?? 0);
    return this.#free - slots >= kept && this.#isWithinOwnLimits(call);
  }

  #isWithinOwnLimits({ owner, slots }: Pick<Ticket, 'owner' | 'slots'>): boolean {
    const { slotsPerAdmin, slotsPerOperation, slotsForOthers } = this.#options;
    const held = this.#heldBy(owner) + slots;
    if (!owner) return held <= slotsForOthers;
    return held <= slotsPerAdmin && (this.#heldByOperation.get(owner.operation) ?? 0) + slots <= slotsPerOperation;
  }

  /**
   * The first call for several slots that has waited a quarter of its time: others leave it what becomes free, the reserved slots too, because
   * as many are hardly ever free at once while many callers need one.
   */
  #longWaiting(): Ticket | undefined {
    const before = performance.now() - this.#options.waitMs / 4;
    return this.#waiting.find((ticket) => ticket.slots > 1 && ticket.since < before && this.#isWithinOwnLimits(ticket));
  }

  async #timedWait(owner: Owner | undefined, slots: number, signal: AbortSignal | undefined): Promise<void> {
    const from = performance.now();
    try {
      await this.#wait(owner, slots, signal);
    } finally {
      currentWork.getStore()?.waited(this.#name, 'turn', performance.now() - from);
    }
  }

  #wait(owner: Owner | undefined, slots: number, signal: AbortSignal | undefined): Promise<void> {
    const { waitingPerAdmin, waitingOthers, waitMs, tooMany } = this.#options;
    const before = this.#waiting.filter((ticket) => callerOf(ticket.owner) === callerOf(owner)).length;
    if (!owner && before >= waitingOthers) {
      throw new DatabaseLimitExceeded({ limit: 'queue' });
    }
    if (owner && this.#heldBy(owner) + before >= this.#options.slotsPerAdmin + waitingPerAdmin) {
      throw new DatabaseLimitExceeded(tooMany);
    }
    if (this.#free === 0 && this.#heldBy(owner) === 0) this.#starvedSince ??= performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abandon);
      this.#waiting = this.#waiting.filter((waiting) => waiting !== ticket);
    };
    const abandon = () => {
      end();
      reject(signal?.reason);
    };
    const ticket: Ticket = {
      owner,
      slots,
      since: performance.now(),
      grant: () => {
        end();
        resolve();
      },
    };
    const timer = setTimeout(() => {
      end();
      reject(new DatabaseLimitExceeded({ limit: 'connection', seconds: waitMs / 1000 }));
    }, waitMs);
    signal?.addEventListener('abort', abandon);
    this.#waiting.push(ticket);
    return promise;
  }

  #take(owner: Owner | undefined, slots: number): void {
    this.#served += 1;
    this.#free -= slots;
    add(this.#held, callerOf(owner), slots);
    if (owner) add(this.#heldByOperation, owner.operation, slots);
  }

  #giveBack(owner: Owner | undefined, slots: number): void {
    this.noteProgress();
    this.#served -= 1;
    this.#free += slots;
    add(this.#held, callerOf(owner), -slots);
    if (owner) add(this.#heldByOperation, owner.operation, -slots);
    this.#putBehind(callerOf(owner));
    for (let next = this.#next(); next; next = this.#next()) {
      this.#take(next.owner, next.slots);
      next.grant();
    }
  }

  /** Whoever has had a turn is behind those who have as few slots. */
  #putBehind(caller: Caller): void {
    const isOwn = (ticket: Ticket) => callerOf(ticket.owner) === caller;
    if (!this.#waiting.some(isOwn)) return;
    this.#waiting = [...this.#waiting.filter((ticket) => !isOwn(ticket)), ...this.#waiting.filter(isOwn)];
  }

  /** The first eligible ticket of the caller with the fewest slots. */
  #next(): Ticket | undefined {
    const next = this.#longWaiting();
    let best: Ticket | undefined;
    for (const ticket of this.#waiting) {
      if (best && this.#heldBy(ticket.owner) >= this.#heldBy(best.owner)) continue;
      if (this.#mayEnter(ticket, next)) best = ticket;
    }
    return best;
  }

  #heldBy(owner: Owner | undefined): number {
    return this.#held.get(callerOf(owner)) ?? 0;
  }
}

function callerOf(owner: Owner | undefined): Caller {
  return owner?.adminId ?? OTHERS;
}

function add<Key>(counts: Map<Key, number>, key: Key, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
