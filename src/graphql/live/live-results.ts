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

/** Characters of a result, about; the client reads what is longer by a query. */
const MAX_RESULT = 500_000;
/** Of a result, which cost as much as one record. */
const CHARACTERS_FOR_ONE = 10_000;
/** A result that is made already costs a caller less, as often as it is sent. */
const SHARE_OF_NEXT = 10;
const REFETCH_PRICE = 1;

/** How long a result is good for others: theirs shows the record as it is now. */
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
  readonly cost: number;
}

/** What an event shows, to everybody who may see it. */
export interface LiveResult {
  /** Undefined for one that is too long to be sent. */
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
 * Executes the documents of subscriptions. Equal ones of callers with equal rights share one execution of an event. Resolvers
 * get a caller who has only rights; a result for which one asked who the caller is is shown to no other caller.
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
    const { key, field, document, operationName, variables, cost } = accepted;
    let known = this.#documents.get(key);
    if (!known) {
      this.#lastNumber += 1;
      const number = this.#lastNumber;
      known = { document: { key, number, field, document, operationName, variables, cost }, uses: 0 };
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

  /** What an event shows to a caller, made once for all with the same rights. */
  resultOf(document: LiveDocument, event: LiveEvent, allowed: AllowedCall): PricedResult {
    if (!event.recordEvent) return { price: REFETCH_PRICE, make: () => this.#refetchOf(document, event, allowed) };
    const { callerId } = allowed.admin;
    const key = `${event.number} ${document.number} ${rightsKeyOf(allowed.admin)}`;
    const isPaid = this.#made.get(key)?.paidBy.has(callerId);
    return {
      price: isPaid ? Math.ceil(document.cost / SHARE_OF_NEXT) : document.cost,
      make: async () => {
        const shared = await this.#makeOnce(key, document, event, allowed);
        if (shared.callerId === undefined || shared.callerId === callerId) return shared;
        return this.#makeOnce(`${key} ${callerId}`, document, event, allowed);
      },
    };
  }

  /** What REFETCH shows: the same each time, because it shows no record. */
  async #refetchOf(document: LiveDocument, event: LiveEvent, allowed: AllowedCall): Promise<LiveResult> {
    const known = this.#refetches.get(document);
    if (known) return known;
    const result = await this.#execute(document, event, allowed);
    if (result.callerId === undefined) this.#refetches.set(document, result);
    return result;
  }

  #makeOnce(key: string, document: LiveDocument, event: LiveEvent, allowed: AllowedCall): Promise<LiveResult> {
    const known = this.#made.get(key);
    if (known) {
      known.paidBy.add(allowed.admin.callerId);
      return known.result;
    }
    const made = { result: this.#execute(document, event, allowed), paidBy: new Set([allowed.admin.callerId]) };
    // However long it takes, nobody makes it a second time.
    this.#made.set(key, made, { size: 1, ttl: 0 });
    made.result.then(
      // A new object: the cache keeps the size of one that it has already.
      ({ length }) => this.#made.peek(key) === made && this.#made.set(key, { ...made }, { size: length }),
      () => this.#made.delete(key),
    );
    return made.result;
  }

  async #execute(
    { field, document, operationName, variables, cost }: LiveDocument,
    event: LiveEvent,
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
      rootValue: { [field.name]: event },
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

/** A call without what it was sent with, by which a resolver could find out who calls. */
function namelessCall({ runtime, requestId, transport }: Call, caller: AllowedCall['admin']): Call {
  const share = oneAtATime(runtime.shares.newRequest());
  return { runtime, requestId, transport, ip: '', network: '', admin: Promise.resolve(caller), share };
}

/** All executions share few connections: one with many edges must not have the others wait behind all of its statements. */
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

/** Characters of JSON, about; ends soon after the limit, because texts can be selected many times. */
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
