import { type ExecutionResult, type FormattedExecutionResult, GraphQLError } from 'graphql';
import type { Call } from '../../domain/kernel/operation.ts';
import type { CallerMember, LiveCaller } from './live-callers.ts';
import type { LiveEvent } from './live-event.ts';
import type { Listener, LiveHub } from './live-hub.ts';
import type { LiveDocument, LiveResult, LiveResults } from './live-results.ts';
import { rightsKeyOf } from './live-rights.ts';
import type { Allowance, AllowedCall, LiveSessions } from './live-sessions.ts';
import { type ShownEvent, shownEventOf } from './shown-event.ts';

/** A client that is further behind reads everything again, which costs less. */
const MAX_QUEUED = 1_000;

const DONE = { done: true, value: undefined } as const;

/** A subscription as it was accepted. */
export interface Subscribed {
  readonly document: LiveDocument;
  readonly allowance: Allowance;
  /** The records of its events; undefined for all. */
  readonly ids: ReadonlySet<string> | undefined;
  readonly call: Call;
}

interface SubscriptionContext {
  readonly hub: LiveHub;
  readonly sessions: LiveSessions;
  readonly results: LiveResults;
  readonly caller: LiveCaller;
  /** True if the client has received the previous results. */
  readonly hasRoom: () => boolean;
  /** The result as a client may see it. */
  readonly format: (result: ExecutionResult, call: Call) => FormattedExecutionResult;
  /** Logs the internal errors of a result. */
  readonly report: (result: ExecutionResult, call: Call) => void;
  readonly onEnd: () => void;
}

/**
 * The results of a subscription, one for each event. A result is made when the client can receive it and it is the caller's
 * turn. Session and role are checked before and after.
 */
export class LiveSubscription
  implements AsyncGenerator<FormattedExecutionResult, void, undefined>, Listener, CallerMember
{
  readonly kind: string;
  #queue: LiveEvent[] = [];
  /** True if REFETCH is queued, which replaces all events before it. */
  #isBehind = false;
  #last: FormattedExecutionResult | undefined;
  #isEnded = false;
  #wake: () => void = ignore;
  readonly #subscribed: Subscribed;
  readonly #context: SubscriptionContext;

  constructor(subscribed: Subscribed, context: SubscriptionContext) {
    this.#subscribed = subscribed;
    this.#context = context;
    this.kind = subscribed.document.field.kind;
    context.caller.join(this);
  }

  get isReady(): boolean {
    return this.#context.hasRoom();
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  notify(event: LiveEvent): void {
    if (this.#isEnded || this.#isBehind || !this.#concerns(event)) return;
    this.#queue = this.#queue.length < MAX_QUEUED ? this.#queue : [this.#context.hub.refetch()];
    this.#queue.push(event);
    if (!event.recordEvent || this.#context.caller.isPaused) this.fallBehind();
    this.#wake();
  }

  fallBehind(): void {
    if (this.#isBehind || this.#queue.length === 0) return;
    this.#isBehind = true;
    this.#queue = [this.#context.hub.refetch()];
  }

  /** Ends the subscription and drops queued events. @param error shown last */
  end(error?: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#queue = [];
    this.#last = error === undefined ? undefined : this.#resultOf(error);
    this.#context.hub.leave(this);
    this.#context.caller.leave(this);
    this.#context.onEnd();
    this.#wake();
  }

  /** Ends the subscription if the session has ended or the role no longer allows it. */
  async check(): Promise<void> {
    const { allowance, call } = this.#subscribed;
    await this.#context.sessions.allow(allowance, call).catch((error: unknown) => this.end(error));
  }

  async next(): Promise<IteratorResult<FormattedExecutionResult, void>> {
    for (;;) {
      if (this.#isEnded) return this.#takeLast();
      if (this.#queue.length === 0) await this.#woken();
      else {
        const result = await this.#showInTurn();
        if (result && !this.#isEnded) return { done: false, value: result };
      }
    }
  }

  async return(): Promise<IteratorResult<FormattedExecutionResult, void>> {
    this.end();
    return DONE;
  }

  async throw(error: unknown): Promise<IteratorResult<FormattedExecutionResult, void>> {
    this.end();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
  }

  #takeLast(): IteratorResult<FormattedExecutionResult, void> {
    const value = this.#last;
    this.#last = undefined;
    return value ? { done: false, value } : DONE;
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.#isEnded || this.#queue.length > 0) resolve();
    });
  }

  #concerns({ recordEvent }: LiveEvent): boolean {
    if (!recordEvent) return true;
    const { document, ids } = this.#subscribed;
    return document.field.events.includes(recordEvent.event) && (ids?.has(recordEvent.id) ?? true);
  }

  /** Its end does not wait for a turn, nor for a record that is being read and would not be shown. */
  #showInTurn(): Promise<FormattedExecutionResult | undefined> {
    return new Promise((resolve) => {
      this.#wake = () => {
        if (this.#isEnded) resolve(undefined);
      };
      this.#context.caller.inTurn(this, () => this.#show()).then(resolve);
    });
  }

  /**
   * Shows what comes next.
   * @returns undefined when it does not match, when it has to be paid later, and when the caller may not see it, which ends the subscription
   */
  async #show(): Promise<FormattedExecutionResult | undefined> {
    const { document, allowance, call } = this.#subscribed;
    const { sessions, results, caller } = this.#context;
    try {
      const { version } = sessions;
      const allowed = await sessions.allow(allowance, call);
      const [event] = this.#queue;
      if (!event || !caller.spend(results.matchPriceOf(document, event, allowed.admin.callerId))) return undefined;
      const shown = await this.#shown(event);
      // It has ended or fallen behind meanwhile.
      if (this.#queue[0] !== event) return undefined;
      if (!shown) {
        this.#queue.shift();
        return undefined;
      }
      if (!caller.spend(results.resultOf(document, event, shown, allowed).price)) return undefined;
      this.#queue.shift();
      if (!event.recordEvent) this.#isBehind = false;
      const { result, hidden, charge } = await this.#resultFor(event, shown, allowed, version);
      caller.charge(charge);
      if (!result) {
        // Too long to be sent: the client reads it by a query.
        this.notify(this.#context.hub.refetch());
        return undefined;
      }
      const extensions = hidden.length > 0 ? { extensions: { hidden } } : {};
      return { ...this.#context.format(result, call), ...extensions };
    } catch (error) {
      this.end(error);
      return undefined;
    }
  }

  /** The event as it is shown. If that cannot be found out, the client reads everything again. */
  async #shown(event: LiveEvent): Promise<ShownEvent | undefined> {
    const { document, call } = this.#subscribed;
    const { field, part } = document;
    try {
      return await shownEventOf(field, part, event, call.runtime.clock.now());
    } catch (error) {
      this.#resultOf(error);
      this.fallBehind();
      return undefined;
    }
  }

  /**
   * Checks the caller again: a caller who was signed out meanwhile gets nothing, and one whose role has changed gets the result
   * of the new role.
   */
  async #resultFor(event: LiveEvent, shown: ShownEvent, allowed: AllowedCall, version: number): Promise<LiveResult> {
    const { document, allowance, call } = this.#subscribed;
    const { sessions, results } = this.#context;
    const result = await results.resultOf(document, event, shown, allowed).make();
    if (sessions.version === version) return result;
    const { version: later } = sessions;
    const again = await sessions.allow(allowance, call);
    if (rightsKeyOf(again.admin) === rightsKeyOf(allowed.admin)) return result;
    return this.#resultFor(event, shown, again, later);
  }

  /** The result of an error, which is logged if it is internal. */
  #resultOf(error: unknown): FormattedExecutionResult {
    const { document, call } = this.#subscribed;
    const original = error instanceof Error ? error : new Error(String(error));
    const wrapped = new GraphQLError(original.message, { path: [document.field.name], originalError: original });
    const result = { data: null, errors: [wrapped] };
    this.#context.report(result, call);
    return this.#context.format(result, call);
  }
}

function ignore(): void {
  // Nothing to do.
}
