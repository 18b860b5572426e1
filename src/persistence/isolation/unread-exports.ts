import { performance } from 'node:perf_hooks';

/** How long a reader may take nothing while an admin who has no export waits for a connection, milliseconds. */
const UNREAD_MS = 5_000;
const CHECK_MS = 250;

/** The exports of a pool that hold a connection while their readers take nothing. They give way to admins who have none. */
export class UnreadExports {
  /** What ends an export, with the time since when nobody reads it; the longest first. */
  readonly #since = new Map<() => void, number>();

  /** @param end ends the export and frees its connection */
  add(end: () => void): void {
    this.#since.set(end, performance.now());
  }

  delete(end: () => void): void {
    this.#since.delete(end);
  }

  /**
   * Waits for a connection; meanwhile ends the export that was unread the longest, once it was for so long.
   * @param mayEnd whether one may be ended for whoever waits
   */
  async makeRoom<T>(connection: Promise<T>, mayEnd: () => boolean): Promise<T> {
    const check = setInterval(() => mayEnd() && this.#endLongest(), CHECK_MS);
    try {
      return await connection;
    } finally {
      clearInterval(check);
    }
  }

  #endLongest(): void {
    const [longest] = this.#since;
    if (!longest) return;
    const [end, since] = longest;
    if (performance.now() - since < UNREAD_MS) return;
    this.#since.delete(end);
    end();
  }
}
