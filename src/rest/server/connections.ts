import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { unacknowledgedBytes } from './kernel-queue.ts';

type Answer = ServerResponse<IncomingMessage>;

interface Connection {
  requests: number;
  /** Arrival of the newest request's headers, milliseconds of `performance.now()`. */
  since: number;
  /** The newest answer; older ones of the same connection leave before it (HTTP pipelining). */
  answer?: Answer;
  unsent?: Unsent;
}

/** Bytes that a client has not received yet. */
interface Unsent {
  /** Of all writes that the kernel has taken whole. */
  readonly written: number;
  /** Unacknowledged bytes, once measured. */
  unacknowledged?: number | undefined;
  /** How long nothing of this has changed. */
  quietMs: number;
}

/** The open connections of one server, and whether it is stopping. */
export class Connections {
  draining = false;
  readonly #open = new Map<Socket, Connection>();
  readonly #maxRequests: number;

  /** @param maxRequests of a connection, which ends with the last answer */
  constructor(maxRequests: number) {
    this.#maxRequests = maxRequests;
  }

  /** Follows a new socket until it closes. */
  add(socket: Socket): void {
    this.#open.set(socket, { requests: 0, since: 0 });
    socket.once('close', () => this.#open.delete(socket));
  }

  /** Records a request. */
  begin(answer: Answer): void {
    const connection = this.#open.get(answer.req.socket);
    if (!connection) return;
    connection.answer = answer;
    connection.since = performance.now();
    connection.requests += 1;
    // Node's own limit says so too, but leaves it to the client to close the connection.
    if (connection.requests >= this.#maxRequests) answer.setHeader('Connection', 'close');
  }

  /** The newest answer of a socket, pending or done. */
  answerOf(socket: Socket): Answer | undefined {
    return this.#open.get(socket)?.answer;
  }

  /** Requests whose body is still coming after so long, but for those that may take their time. */
  unfinished(milliseconds: number, mayBeSlow: (req: IncomingMessage) => boolean): IncomingMessage[] {
    const before = performance.now() - milliseconds;
    return [...this.#open.values()].flatMap(({ answer, since }) => {
      if (!answer || since > before || answer.req.complete || answer.req.destroyed) return [];
      return mayBeSlow(answer.req) ? [] : [answer.req];
    });
  }

  /**
   * Resets connections whose client receives nothing of its pending answer, so that the producer of the answer ends. Called
   * at an interval; time in which the process itself was blocked does not count.
   * @param intervalMs since the last call
   * @param timeoutMs maximum time without progress of a client
   */
  async resetStalled(intervalMs: number, timeoutMs: number): Promise<void> {
    const quiet: [Socket, Unsent][] = [];
    for (const [socket, connection] of this.#open) {
      const { unsent } = connection;
      connection.unsent = undefined;
      if (socket.writableLength === 0) continue;
      const written = socket.bytesWritten - socket.writableLength;
      connection.unsent = unsent?.written === written ? unsent : { written, quietMs: -intervalMs };
      connection.unsent.quietMs += intervalMs;
      // Reading the kernel's tables costs more: only of those that have been quiet for half of the time.
      if (connection.unsent.quietMs >= timeoutMs / 2) quiet.push([socket, connection.unsent]);
    }
    if (quiet.length === 0) return;
    const unacknowledged = await unacknowledgedBytes(quiet.map(([socket]) => socket));
    for (const [socket, unsent] of quiet) {
      const bytes = unacknowledged.get(socket);
      const isMoving = unsent.unacknowledged !== undefined && bytes !== unsent.unacknowledged;
      unsent.unacknowledged = bytes;
      if (isMoving) unsent.quietMs = 0;
      else if (unsent.quietMs >= timeoutMs) socket.resetAndDestroy();
    }
  }

  /** Makes every pending answer the last one of its connection. */
  finishAnswers(): void {
    for (const [socket, { answer }] of this.#open) {
      if (!isUnderWay(answer)) continue;
      if (answer.headersSent) answer.once('close', () => socket.destroySoon());
      else answer.setHeader('Connection', 'close');
    }
  }

  /** Closes the sockets on which nothing is being answered: kept alive, never used, or still sending headers. */
  closeIdle(): void {
    for (const [socket, { answer }] of this.#open) {
      if (!isUnderWay(answer)) socket.destroy();
    }
  }

  /** Closes everything. @returns the number of aborted answers */
  cut(): number {
    const cut = [...this.#open.values()].filter(({ answer }) => isUnderWay(answer)).length;
    for (const socket of this.#open.keys()) socket.destroy();
    return cut;
  }
}

/** Whether an answer is not completely sent and its connection is still open. */
export function isUnderWay(answer: Answer | undefined): answer is Answer {
  return answer !== undefined && !answer.writableFinished && !answer.destroyed;
}
