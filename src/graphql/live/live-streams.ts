import type { AdminPrincipal } from '../../domain/kernel/access.ts';
import { tooMany, unavailable } from '../../domain/kernel/errors.ts';
import type { LiveStream } from './live-stream.ts';

const STREAMS_PER_SESSION = 10;
const STREAMS_PER_ADMIN = 30;
const STREAMS = 2_000;
const RETRY_SECONDS = 10;
/** Sessions that have expired end without a notification. */
const CHECK_MS = 15_000;

/** The open streams of this instance. */
export class LiveStreams {
  readonly #streams = new Set<LiveStream>();
  #isStopping = false;
  readonly #timer = setInterval(() => this.checkAll(), CHECK_MS).unref();

  /** @throws DomainError 429 or 503 when there are too many */
  requireRoom({ sessionId, callerId }: AdminPrincipal): void {
    if (this.#isStopping) throw unavailable('SHUTTING_DOWN');
    const ofAdmin = [...this.#streams].filter(({ admin }) => admin.callerId === callerId);
    const ofSession = ofAdmin.filter(({ admin }) => admin.sessionId === sessionId);
    if (ofSession.length >= STREAMS_PER_SESSION || ofAdmin.length >= STREAMS_PER_ADMIN) {
      throw tooMany('STREAMS', { ofSession: STREAMS_PER_SESSION, ofAdmin: STREAMS_PER_ADMIN }).with({
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    if (this.#streams.size >= STREAMS) {
      throw unavailable('OVERLOADED', 'STREAMS').with({ retryAfterSeconds: RETRY_SECONDS });
    }
  }

  get size(): number {
    return this.#streams.size;
  }

  add(stream: LiveStream): void {
    this.#streams.add(stream);
  }

  remove(stream: LiveStream): void {
    this.#streams.delete(stream);
  }

  /** Ends the streams of ended sessions, and the subscriptions that roles no longer allow. */
  checkAll(): void {
    for (const stream of this.#streams) void stream.check();
  }

  /** Completes every subscription and ends the streams; new ones are rejected. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await Promise.all([...this.#streams].map((stream) => stream.finish()));
  }
}
