import { Socket } from 'node:net';
import type { Connecting } from '../sql/pool.ts';

/** Short enough for a read that another server can answer, and longer than a connection takes to open. */
const CONNECT_TIMEOUT_MS = 1_500;
const LOCK_TIMEOUT_MS = 1_000;

/** The connections of all pools to a replica. If the replica fails, the primary answers. */
export class ReplicaConnections {
  readonly #sockets = new Set<Socket>();
  #isBarred = false;

  /** What their pools have in common. */
  readonly connecting: Connecting = {
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    stream: () => {
      const socket = new Socket();
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      if (this.#isBarred) process.nextTick(() => socket.destroy());
      return socket;
    },
  };

  get areBarred(): boolean {
    return this.#isBarred;
  }

  /** From now on a new connection ends at once. Existing connections continue. */
  bar(): void {
    this.#isBarred = true;
  }

  unbar(): void {
    this.#isBarred = false;
  }

  /** Ends all connections without waiting for the replica: what runs on them fails, and so does what waits for one. */
  cut(): void {
    this.bar();
    for (const socket of this.#sockets) socket.destroy();
  }
}
