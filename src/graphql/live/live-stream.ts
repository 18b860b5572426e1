import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GraphQLError } from 'graphql';
import type { Handler } from 'graphql-sse';
import type { Context as KoaContext } from 'koa';
import type { AdminPrincipal } from '../../domain/kernel/access.ts';
import type { Call } from '../../domain/kernel/operation.ts';
import type { LiveSubscription } from './live-subscription.ts';

/** The maximum of results that wait for the socket; beyond it no further results are made. */
const MAX_UNSENT = 1;
/** The maximum wait for the event that a subscription is delivering. */
const FINISH_MS = 500;

/** The context of a request in the library. */
export interface StreamRequest {
  readonly ctx: KoaContext;
  readonly call: Call;
  /** Why its document is not executed. */
  readonly documentError?: GraphQLError | undefined;
}

type Events = AsyncGenerator<string, void, undefined>;

/** One connection that carries the events of a subscription. */
export class LiveStream {
  readonly admin: AdminPrincipal;
  readonly handler: Handler<undefined, StreamRequest>;
  readonly #subscriptions = new Set<LiveSubscription>();
  readonly #onClose: () => void;
  readonly #checkSession: () => Promise<unknown>;
  #events: Events | undefined;
  readonly #onRoom: () => void;
  #unsent = 0;
  #isClosed = false;
  /** Operations whose `complete` is still to come. */
  #underWay = 0;
  #allCompleted: () => void = ignore;

  constructor(options: {
    readonly admin: AdminPrincipal;
    readonly handlerFor: (stream: LiveStream) => Handler<undefined, StreamRequest>;
    readonly checkSession: () => Promise<unknown>;
    /** Its client has taken what was made before. */
    readonly onRoom: () => void;
    readonly onClose: () => void;
  }) {
    this.admin = options.admin;
    this.handler = options.handlerFor(this);
    this.#checkSession = options.checkSession;
    this.#onRoom = options.onRoom;
    this.#onClose = options.onClose;
  }

  add(subscription: LiveSubscription): void {
    this.#subscriptions.add(subscription);
    if (this.#isClosed) subscription.end();
  }

  remove(subscription: LiveSubscription): void {
    this.#subscriptions.delete(subscription);
  }

  /** An operation was accepted; `completed` follows. */
  accepted(): void {
    this.#underWay += 1;
  }

  completed(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#allCompleted();
  }

  /** True if the client has received enough of the previous results. The library itself queues without a bound. */
  get hasRoom(): boolean {
    return this.#unsent < MAX_UNSENT;
  }

  /** A result is about to be sent. */
  resultMade(): void {
    this.#unsent += 1;
  }

  /** Sends the events until they end or the client is gone. */
  async send(res: ServerResponse, events: Events): Promise<void> {
    this.#events = events;
    res.once('close', () => this.close());
    if (res.destroyed || this.#isClosed) this.close();
    for await (const text of events) {
      if (!res.write(text)) await drained(res);
      if (text.startsWith('event: next')) this.#sent();
    }
    this.close();
    res.end();
  }

  /** Ends the stream if the session has ended, else the subscriptions that the role no longer allows. */
  async check(): Promise<void> {
    const checks = [...this.#subscriptions].map((subscription) => subscription.check());
    try {
      await this.#checkSession();
    } catch {
      await Promise.all(checks);
      await this.finish();
    }
  }

  /** Completes every subscription, then ends the connection. */
  async finish(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.end();
    if (this.#underWay > 0) {
      const completed = new Promise<void>((resolve) => {
        this.#allCompleted = resolve;
      });
      await Promise.race([completed, sleep(FINISH_MS, undefined, { ref: false })]);
    }
    this.close();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const subscription of this.#subscriptions) subscription.end();
    void this.#events?.return();
    this.#onClose();
  }

  #sent(): void {
    this.#unsent -= 1;
    this.#onRoom();
  }
}

function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done);
      res.off('close', done);
      resolve();
    };
    res.on('drain', done);
    res.on('close', done);
    if (res.destroyed || res.closed) done();
  });
}

function ignore(): void {
  // Nobody waits.
}
