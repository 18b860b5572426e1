/** The maximum of results that are made concurrently, each for another caller. */
const AT_ONCE = 4;

/** A caller whose subscriptions wait to show something. */
interface Candidate {
  /** Whether one of them may begin now. */
  readonly isReady: boolean;
  /** Whether one of them waits. */
  readonly isWaiting: boolean;
  /** Begins the longest waiting result; calls `done` at its end. */
  begin(): void;
}

/**
 * Schedules callers in turn: a result for one, then a result for the next, so that no caller waits for the backlog of another.
 */
export class LiveTurns {
  /** In the order of their turns. */
  readonly #waiting = new Set<Candidate>();
  #underWay = 0;
  #isDue = false;

  ask(candidate: Candidate): void {
    this.#waiting.add(candidate);
    this.wake();
  }

  withdraw(candidate: Candidate): void {
    this.#waiting.delete(candidate);
  }

  done(): void {
    this.#underWay -= 1;
    this.wake();
  }

  /** A waiting caller may have become ready. Requests that arrived meanwhile are served first. */
  wake(): void {
    if (this.#isDue || this.#waiting.size === 0) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#begin();
    });
  }

  #begin(): void {
    for (const candidate of this.#waiting) {
      if (this.#underWay >= AT_ONCE) return;
      if (!candidate.isReady) continue;
      this.#underWay += 1;
      this.#waiting.delete(candidate);
      candidate.begin();
      // Behind all others.
      if (candidate.isWaiting) this.#waiting.add(candidate);
    }
  }
}
