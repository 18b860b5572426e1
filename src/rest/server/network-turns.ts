/** Requests of one network that begin in a turn of the event loop as they come, and delayed ones of all networks in a turn. */
const AT_ONCE = 8;

/**
 * Begins the requests of a network that sends many at once over several turns of the event loop, so that everything else goes
 * on in between: a request that waits for the database needs several turns, each as long as what is begun in it. Networks
 * whose requests wait take turns with each other.
 */
export class NetworkTurns {
  /** Begun in this turn, by network. */
  readonly #begun = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();
  #isScheduled = false;

  /** Begins a request now, or in a later turn; those of one network in their order. */
  begin(network: string, request: () => void): void {
    this.#schedule();
    const queue = this.#waiting.get(network);
    if (queue) {
      queue.push(request);
      return;
    }
    const begun = this.#begun.get(network) ?? 0;
    if (begun >= AT_ONCE) {
      this.#waiting.set(network, [request]);
      return;
    }
    this.#begun.set(network, begun + 1);
    request();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isScheduled = false;
    this.#begun.clear();
    if (this.#waiting.size > 0) this.#schedule();
    for (let left = AT_ONCE; left > 0; left -= 1) this.#beginOne();
  }

  /** The longest waiting request of the network whose turn it is, which then is behind the others. */
  #beginOne(): void {
    const [first] = this.#waiting;
    if (!first) return;
    const [network, queue] = first;
    const request = queue.shift();
    this.#waiting.delete(network);
    if (queue.length > 0) this.#waiting.set(network, queue);
    this.#begun.set(network, (this.#begun.get(network) ?? 0) + 1);
    request?.();
  }
}
