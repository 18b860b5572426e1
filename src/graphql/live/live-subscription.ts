import { type DocumentNode, type ExecutionResult, execute, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Call, Operation } from '../../domain/kernel/operation.ts';
import { GraphqlContext } from '../context.ts';
import { recordsAllowed } from '../record-count.ts';
import type { LiveEvent } from './live-event.ts';
import type { LiveField } from './live-fields.ts';
import type { Listener, LiveHub } from './live-hub.ts';
import type { LiveSessions } from './live-sessions.ts';

/** A client that is further behind reads everything again, which is less. */
const MAX_QUEUED = 1_000;

const DONE = { done: true, value: undefined } as const;

/** A subscription as it was accepted. */
export interface Subscribed {
  readonly field: LiveField;
  /** The operations whose roles may listen. */
  readonly needs: readonly Operation[];
  /** Values of the arguments that were given. */
  readonly conditions: Readonly<Record<string, string>>;
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly cost: number;
  readonly call: Call;
}

interface Surroundings {
  readonly hub: LiveHub;
  readonly sessions: LiveSessions;
  /** The result as a client may see it; logs internal errors. */
  readonly format: (result: ExecutionResult, call: Call) => ExecutionResult;
  readonly onEnd: () => void;
}

/**
 * The results of a subscription, one for each event, made when the client can take them. Session and role are checked
 * before and after each is made.
 */
export class LiveSubscription implements AsyncGenerator<ExecutionResult, void, undefined>, Listener {
  readonly kind: string;
  #queue: LiveEvent[] = [];
  #last: ExecutionResult | undefined;
  #isEnded = false;
  #wake: () => void = ignore;
  readonly #ended = Promise.withResolvers<undefined>();
  readonly #subscribed: Subscribed;
  readonly #around: Surroundings;

  constructor(subscribed: Subscribed, around: Surroundings) {
    this.#subscribed = subscribed;
    this.#around = around;
    this.kind = subscribed.field.kind;
  }

  tell(event: LiveEvent): void {
    if (this.#isEnded || !this.#concerns(event)) return;
    this.#queue = this.#queue.length < MAX_QUEUED ? this.#queue : [this.#around.hub.refetch()];
    this.#queue.push(event);
    this.#wake();
  }

  /** Ends it, without what it is about to show. @param error shown last */
  end(error?: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#queue = [];
    this.#last = error === undefined ? undefined : this.#resultOf(error);
    this.#around.hub.leave(this);
    this.#around.onEnd();
    this.#ended.resolve(undefined);
    this.#wake();
  }

  /** Ends it if its session or its role does not allow it any more. */
  async check(): Promise<void> {
    const { needs, call } = this.#subscribed;
    await this.#around.sessions.allow(needs, call).catch((error: unknown) => this.end(error));
  }

  async next(): Promise<IteratorResult<ExecutionResult, void>> {
    for (;;) {
      if (this.#isEnded) return this.#takeLast();
      const event = this.#queue.shift();
      // Its end does not wait for a record that is being read and would not be shown.
      const result = event && (await Promise.race([this.#show(event), this.#ended.promise]));
      if (result && !this.#isEnded) return { done: false, value: result };
      if (!event) await this.#woken();
    }
  }

  async return(): Promise<IteratorResult<ExecutionResult, void>> {
    this.end();
    return DONE;
  }

  async throw(error: unknown): Promise<IteratorResult<ExecutionResult, void>> {
    this.end();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
  }

  #takeLast(): IteratorResult<ExecutionResult, void> {
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

  #concerns({ happening }: LiveEvent): boolean {
    if (!happening) return true;
    const { field, conditions } = this.#subscribed;
    return (
      field.events.includes(happening.event) &&
      Object.entries(conditions).every(([name, value]) => field.args[name]?.value(happening) === value)
    );
  }

  /** @returns undefined when the caller may not see it, which ends the subscription */
  async #show(event: LiveEvent): Promise<ExecutionResult | undefined> {
    const { field, needs, schema, document, operationName, variables, cost, call } = this.#subscribed;
    const { sessions } = this.#around;
    try {
      const { version } = sessions;
      const allowed = await sessions.allow(needs, call);
      const contextValue = new GraphqlContext(allowed.call, allowed.admin, NO_SESSION, NO_REPLY);
      contextValue.records.allow(recordsAllowed(cost));
      const result = await execute({
        schema,
        document,
        operationName,
        variableValues: variables,
        contextValue,
        rootValue: { [field.name]: event },
      });
      // Whoever was signed out meanwhile sees nothing of it.
      if (sessions.version !== version) await sessions.allow(needs, call);
      const { hidden } = contextValue;
      const extensions = hidden.size > 0 ? { extensions: { hidden: [...hidden].sort() } } : {};
      return { ...this.#around.format(result, call), ...extensions };
    } catch (error) {
      this.end(error);
      return undefined;
    }
  }

  #resultOf(error: unknown): ExecutionResult {
    const { field, call } = this.#subscribed;
    const original = error instanceof Error ? error : new Error(String(error));
    const wrapped = new GraphQLError(original.message, { path: [field.name], originalError: original });
    return this.#around.format({ data: null, errors: [wrapped] }, call);
  }
}

const NO_SESSION = { open: ignore, close: ignore };
const NO_REPLY = { setRateLimitHeaders: ignore, noteOperation: ignore, errorOf: noMutations, isClosed: () => false };

function noMutations(): never {
  throw new Error('A subscription runs no mutation.');
}

function ignore(): void {
  // Nothing to do.
}
