import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Call } from '../../domain/kernel/operation.ts';
import type { RequestShare } from '../../model/ports.ts';
import { GraphqlContext } from '../execution/context.ts';
import { recordsAllowed } from '../execution/record-count.ts';
import type { AcceptedSubscription } from './accept-subscription.ts';
import type { LiveEvent } from './live-event.ts';
import { rightsKeyOf, withRightsOnly } from './live-rights.ts';
import type { AllowedCall } from './live-sessions.ts';
import type { ShownEvent } from './shown-event.ts';

/** The approximate maximum characters of a result; the client reads a longer one by a query. */
const MAX_RESULT = 500_000;
/** The characters of a result that cost as much as one record. */
const CHARACTERS_FOR_ONE = 10_000;
/** A repeated delivery of an existing result costs a caller this fraction. */
const SHARE_OF_NEXT = 10;
/** Of an event without a record. */
const NOTICE_PRICE = 1;

/** The time in which other subscribers may share a result. */
const SHARED_MS = 1_000;
const SHARED_RESULTS = 500;
/** Characters of all of them, about. */
const SHARED_SIZE = 4_000_000;

/** What equal subscriptions have in common. */
export interface LiveDocument {
  readonly key: string;
  /** No other document of this instance has it. */
  readonly number: number;
  readonly field: AcceptedSubscription['field'];
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly part: AcceptedSubscription['part'];
  readonly cost: number;
  readonly matchPrice: number;
}

/** The result of an event, for everybody who may see it. */
export interface LiveResult {
  /** Undefined if it is too long to be sent. */
  readonly result: ExecutionResult | undefined;
  /** Edges that the role may not follow. */
  readonly hidden: readonly string[];
  /** Characters, about. */
  readonly length: number;
  /** What it cost because of its length. */
  readonly charge: number;
  /** The only caller who may see it; undefined for all who have the same rights. */
  readonly callerId: string | undefined;
}

interface Made {
  readonly result: Promise<LiveResult>;
  /** Callers who have paid for its execution. */
  readonly paidBy: Set<string>;
}

/** A result that is about to be asked for. */
interface PricedResult {
  readonly price: number;
  make(): Promise<LiveResult>;
}

/**
 * Executes the documents of subscriptions. Equal documents of callers with equal rights share one execution of an event.
 * Resolvers get a caller who has only rights. If a resolver reads the identity of the caller, the result is shown to no other
 * caller.
 */
export class LiveResults {
  readonly #schema: GraphQLSchema;
  readonly #report: (result: ExecutionResult, call: Call) => void;
  readonly #documents = new Map<string, { readonly document: LiveDocument; uses: number }>();
  readonly #refetches = new WeakMap<LiveDocument, LiveResult>();
  readonly #made = new LRUCache<string, Made>({ max: SHARED_RESULTS, maxSize: SHARED_SIZE, ttl: SHARED_MS });
  #lastNumber = 0;

  /** @param report logs the internal errors of a result */
  constructor(schema: GraphQLSchema, report: (result: ExecutionResult, call: Call) => void) {
    this.#schema = schema;
    this.#report = report;
  }

  /** The document of a subscription: the same object for all that are equal. `leave` ends its use. */
  join(accepted: AcceptedSubscription): LiveDocument {
    const { key, field, document, operationName, variables, part, cost, matchPrice } = accepted;
    let known = this.#documents.get(key);
    if (!known) {
      this.#lastNumber += 1;
      const number = this.#lastNumber;
      const shared = { key, number, field, document, operationName, variables, part, cost, matchPrice };
      known = { document: shared, uses: 0 };
      this.#documents.set(key, known);
    }
    known.uses += 1;
    return known.document;
  }

  leave({ key }: LiveDocument): void {
    const known = this.#documents.get(key);
    if (!known) return;
    known.uses -= 1;
    if (known.uses === 0) this.#documents.delete(key);
  }

  /** The price of finding out whether an event concerns the filter of a document: less if the caller has paid for the same. */
  matchPriceOf({ part, matchPrice }: LiveDocument, event: LiveEvent, callerId: string): number {
    if (!event.recordEvent || matchPrice === 0) return 0;
    return event.isPaid(`${part.key} ${callerId}`) ? Math.ceil(matchPrice / SHARE_OF_NEXT) : matchPrice;
  }

  /** The result of an event for a caller, made once for all callers with the same rights. */
  resultOf(document: LiveDocument, event: LiveEvent, shown: ShownEvent, allowed: AllowedCall): PricedResult {
    if (!event.recordEvent) return { price: NOTICE_PRICE, make: () => this.#refetchOf(document, shown, allowed) };
    const { callerId } = allowed.admin;
    const key = `${event.number} ${document.number} ${rightsKeyOf(allowed.admin)}`;
    const isPaid = this.#made.get(key)?.paidBy.has(callerId);
    const price = shown.matches || !document.part.filter ? document.cost : NOTICE_PRICE;
    return {
      price: isPaid ? Math.ceil(price / SHARE_OF_NEXT) : price,
      make: async () => {
        const shared = await this.#makeOnce(key, document, shown, allowed);
        if (shared.callerId === undefined || shared.callerId === callerId) return shared;
        return this.#makeOnce(`${key} ${callerId}`, document, shown, allowed);
      },
    };
  }

  /** The result of REFETCH: always the same, because it has no record. */
  async #refetchOf(document: LiveDocument, shown: ShownEvent, allowed: AllowedCall): Promise<LiveResult> {
    const known = this.#refetches.get(document);
    if (known) return known;
    const result = await this.#execute(document, shown, allowed);
    if (result.callerId === undefined) this.#refetches.set(document, result);
    return result;
  }

  #makeOnce(key: string, document: LiveDocument, shown: ShownEvent, allowed: AllowedCall): Promise<LiveResult> {
    const known = this.#made.get(key);
    if (known) {
      known.paidBy.add(allowed.admin.callerId);
      return known.result;
    }
    const made = { result: this.#execute(document, shown, allowed), paidBy: new Set([allowed.admin.callerId]) };
    // No expiry while it is made, so that it is made only once.
    this.#made.set(key, made, { size: 1, ttl: 0 });
    made.result.then(
      // A new object, because the cache keeps the size of a known one.
      ({ length }) => this.#made.peek(key) === made && this.#made.set(key, { ...made }, { size: length }),
      () => this.#made.delete(key),
    );
    return made.result;
  }

  async #execute(
    { field, document, operationName, variables, cost }: LiveDocument,
    shown: ShownEvent,
    { call, admin }: AllowedCall,
  ): Promise<LiveResult> {
    let isOwn = false;
    const caller = withRightsOnly(admin, () => {
      isOwn = true;
    });
    const contextValue = new GraphqlContext(namelessCall(call, caller), caller, NO_SESSION, NO_REPLY);
    contextValue.records.allow(recordsAllowed(cost));
    const result = await execute({
      schema: this.#schema,
      document,
      operationName,
      variableValues: variables,
      contextValue,
      rootValue: { [field.name]: shown },
    });
    if (result.errors) this.#report(result, call);
    const length = lengthOf(result, MAX_RESULT);
    return {
      ...(length > MAX_RESULT ? { result: undefined, length: 1 } : { result, length }),
      hidden: [...contextValue.hidden].sort(),
      charge: Math.floor(length / CHARACTERS_FOR_ONE),
      callerId: isOwn ? admin.callerId : undefined,
    };
  }
}

/** A call without the data of its request, from which a resolver could identify the caller. */
function namelessCall({ runtime, requestId, transport }: Call, caller: AllowedCall['admin']): Call {
  const share = oneAtATime(runtime.shares.newRequest());
  return { runtime, requestId, transport, ip: '', network: '', admin: Promise.resolve(caller), share };
}

/** All executions share few connections, so the statements of one with many edges run one at a time. */
function oneAtATime(share: RequestShare): RequestShare {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...share,
    read(callerId, operation, work) {
      const reading = last.then(() => share.read(callerId, operation, work));
      last = reading.catch(ignore);
      return reading;
    },
  };
}

/** The approximate characters of JSON. It stops soon after the limit, because a text can be selected many times. */
function lengthOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  let length = 2;
  for (const [name, member] of Object.entries(value)) {
    if (length > limit) break;
    length += name.length + 4 + lengthOf(member, limit - length);
  }
  return length;
}

const NO_SESSION = { open: ignore, close: ignore };
const NO_REPLY = { setRateLimitHeaders: ignore, noteOperation: ignore, errorOf: noMutations, isClosed: () => false };

function noMutations(): never {
  throw new Error('A subscription runs no mutation.');
}

function ignore(): void {
  // Nothing to do.
}
