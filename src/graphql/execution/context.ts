import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { signedInAdmin } from '../../domain/authorize.ts';
import { type AdminPrincipal, mayCall } from '../../domain/kernel/access.ts';
import { invalid } from '../../domain/kernel/errors.ts';
import { withoutNullParts } from '../../domain/kernel/filter-parts.ts';
import type { PageArguments } from '../../domain/kernel/list.ts';
import type { Call, Operation, Runtime } from '../../domain/kernel/operation.ts';
import {
  countFollowed,
  type EdgePageWindow,
  type EdgeWindow,
  facetsFollowed,
  follow,
  followPages,
  type Reader,
  readRecords,
  sumFollowed,
  timesIn,
} from '../../domain/reader.ts';
import { type RunOptions, run } from '../../domain/run.ts';
import type { Page, RateLimitStatus } from '../../model/ports.ts';
import type { RecordModel } from '../../model/record.ts';
import { nestedPage } from '../schema/bounds.ts';
import { type Connection, connectionFrom } from '../schema/connection.ts';
import { type PlannedList, pageOf } from './plan.ts';
import { mostRecords, RecordCount } from './record-count.ts';
import { connectionText, type ReplyText } from './reply-text.ts';
import type { ShownError } from './shown-error.ts';

/**
 * Records that one statement along an edge may read. What graphql-js makes of them holds the process, so that other requests go on
 * between two statements: a millisecond is about as much as 50 records take.
 */
const MOST_RECORDS = 500;

/** Reads many records at once, in the order of the ids; a missing one is undefined. */
export type BatchRead<T> = (runtime: Runtime, ids: readonly string[]) => Promise<readonly (T | undefined)[]>;

/** HTTP functions for resolvers: cookies. */
export interface SessionWire {
  readonly open: (token: string) => void;
  readonly close: () => void;
}

/** HTTP functions for plugins. */
export interface ReplyWire {
  /** Sets the rate limit headers. */
  readonly setRateLimitHeaders: (status: RateLimitStatus) => void;
  /** Adds the name and the cost of the operation to the line of the request in the log. */
  readonly noteOperation: (operation: string | null, cost: number) => void;
  /** The part of an error that the caller sees, for an error that does not fail its field. An internal error is logged. */
  readonly errorOf: (thrown: unknown) => ShownError;
  /** Whether the client has closed the connection. */
  readonly isClosed: () => boolean;
}

/** Reads an aggregate of all records that an edge leads to from each of many records, whatever the page. */
type OfAll<T> = (...edge: Parameters<typeof countFollowed>) => Promise<readonly T[]>;

/** The arguments of an edge to many records. */
export interface NestedPageArguments extends PageArguments {
  readonly filter?: EdgePageWindow['filter'] | null;
  readonly sort?: EdgePageWindow['sort'] | null;
}

/** The context of resolvers: the caller, access to the domain, and loaders of this request. */
export class GraphqlContext {
  /** Not #private: Apollo hands resolvers a copy of the context, and copies lose private members. */
  private readonly loaders = new Map<unknown, DataLoader<string, unknown>>();

  /** The time of all reads: they agree on what is recent, and on what day it is. */
  readonly now: Date;
  /** Edges that the query selects and the caller may not follow. */
  readonly hidden = new Set<string>();
  /** The rate-limit status of the called operations. */
  readonly rateLimits: (RateLimitStatus & { readonly operation: string })[] = [];

  /** The records that were read for this request; bounded once its cost is known. */
  readonly records: RecordCount;

  constructor(
    readonly call: Call,
    /** Undefined for a request that signs in. */
    private readonly caller: AdminPrincipal | undefined,
    readonly session: SessionWire,
    readonly reply: ReplyWire,
  ) {
    this.records = new RecordCount((detail) => {
      call.runtime.warn('a query read more records than its cost allows', { requestId: call.requestId, ...detail });
    });
    this.now = call.runtime.clock.now();
    // Before the fields copy the call: all of them share it.
    call.share ??= call.runtime.shares.newRequest();
  }

  /** One root field is one call: `run` authorizes, rate limits and validates it like a REST request. */
  run<O>(
    operation: Operation<O>,
    input: object = {},
    id?: string,
    expectedRevision?: number | null,
    idempotencyKey?: string | null,
  ): Promise<O> {
    const call: Call = {
      ...this.call,
      readAt: this.now,
      expectedRevision: expectedRevision ?? this.call.expectedRevision,
      idempotencyKey: idempotencyKey ?? this.call.idempotencyKey,
    };
    return this.runCounted(operation, call, () => plain(input), { id });
  }

  /** Runs several calls of one operation as one field: its rate-limit status is shown once. */
  async asOneField<T>(work: () => Promise<T>): Promise<T> {
    const before = this.rateLimits.length;
    try {
      return await work();
    } finally {
      this.rateLimits.splice(before, this.rateLimits.length - before - 1);
    }
  }

  /** The same, with the caller's rate-limit status. */
  async runWithRateLimit<O>(
    operation: Operation<O>,
  ): Promise<{ readonly result: O; readonly rateLimit: RateLimitStatus }> {
    const call: Call = { ...this.call };
    const result = await this.runCounted(operation, call, () => ({}));
    if (!call.rateLimit) throw new Error('a successful call has no rate limit status');
    return { result, rateLimit: call.rateLimit };
  }

  private async runCounted<O>(
    operation: Operation<O>,
    call: Call,
    read: () => object,
    options?: RunOptions,
  ): Promise<O> {
    try {
      return await run(operation, call, { wire: 'json', read }, options);
    } finally {
      if (call.rateLimit) this.rateLimits.push({ operation: operation.name, ...call.rateLimit });
    }
  }

  /** A list operation as a connection: as text where PostgreSQL writes it. */
  async list<T>(
    operation: Operation<Page<T>>,
    args: object,
    { selection, connection, hidden }: PlannedList,
  ): Promise<Connection<T> | ReplyText> {
    const input = withoutNulls(args) as PageArguments;
    const found = await this.runCounted(operation, { ...this.call, readAt: this.now }, () => input, { selection });
    if (!selection.asJson) {
      this.records.add(found.items);
      return connectionFrom(found, input);
    }
    this.records.addUnseen(found.take * mostRecords(selection.record));
    if (found.json?.length) for (const edge of hidden) this.hidden.add(edge);
    return connectionText(connection, found, input);
  }

  /** True if the caller may read the whole schema: every signed-in caller may. */
  get mayReadSchema(): boolean {
    return this.caller !== undefined;
  }

  /** Whether the caller may follow an edge that needs this operation. */
  mayFollow(operation: Operation): boolean {
    const { caller } = this;
    return caller !== undefined && !caller.mustChangePassword && mayCall(caller, operation);
  }

  /** The caller; the session was checked before execution. */
  admin(): Promise<AdminPrincipal> {
    return signedInAdmin(this.call);
  }

  /** One record by id as the caller sees it, read together with all others of its kind with the same fields. */
  async readOne<T>(reader: Reader<T>, id: string | null, select: readonly string[] | undefined): Promise<T | null> {
    if (!id) return null;
    const { name } = reader.record;
    const { em } = this.call.runtime;
    const read = async (ids: readonly string[]) => {
      const found = await this.counted(readRecords(reader, em(), ids, this.now, { select: selectFor(reader, select) }));
      const show = await this.shownBy(reader);
      return found.map((record) => record && show(record));
    };
    return (await this.load(`${name} ${select?.join()}`, name, read, id)) ?? null;
  }

  /** The record that an edge leads to from one record, read together with those of all others. */
  follow<T>(from: RecordModel, edge: string, to: Reader<T>, id: string, window: EdgeWindow): Promise<readonly T[]> {
    const name = `${from.name}.${edge}`;
    const { em } = this.call.runtime;
    const reading = { ...window, select: selectFor(to, window.select) };
    const read = async (ids: readonly string[]) => {
      const found = await this.counted(follow(from, edge, to, em(), ids, reading, this.now));
      const show = await this.shownBy(to);
      return found.map((records) => records.map(show));
    };
    return this.load(`${name} ${JSON.stringify(window)}`, name, read, id, window.first ?? 1);
  }

  /**
   * A page of what an edge leads to, of which only what the query selects is read.
   * @param args as the caller gave them
   * @throws DomainError 400 VALIDATION_FAILED for a length beyond the list's bound
   */
  async followPage<T>(
    from: RecordModel,
    edge: string,
    to: Reader<T>,
    id: string,
    args: NestedPageArguments,
    info: GraphQLResolveInfo,
  ): Promise<Connection<T>> {
    const name = `${from.name}.${edge}`;
    const { filter, sort, ...pageArgs } = plain(args) as NestedPageArguments;
    const { take: first, ...page } = nestedPage(name, pageArgs);
    const { rows, total, totals: summed, facets: fields, cursors: withCursors, record } = pageOf(info);
    const { em, settings } = this.call.runtime;
    const resolved = timesIn(withoutNullParts(filter) as typeof filter, to, this.now, settings) ?? undefined;
    const window = {
      first,
      ...page,
      sort: sort ?? undefined,
      filter: resolved,
      select: selectFor(to, record.fields),
      withCursors,
    };
    const readPages = async (ids: readonly string[]) => {
      const found = await this.counted(followPages(from, edge, to, em(), ids, window, this.now));
      const show = await this.shownBy(to);
      return found.map((page) => ({ ...page, items: page.items.map(show) }));
    };
    const ofAll = <T>(what: string, read: OfAll<T>) =>
      this.load(
        `${name} ${what} ${JSON.stringify(window.filter)}`,
        name,
        (ids) => read(from, edge, to, em(), ids, window.filter, this.now),
        id,
      );
    const [found, totalCount, totals, facets] = await Promise.all([
      rows
        ? this.load(`${name} ${JSON.stringify(window)}`, name, readPages, id, first)
        : { items: [], hasMore: false, skip: 0, take: first },
      total ? ofAll('count', countFollowed) : undefined,
      summed ? ofAll('sums', sumFollowed) : undefined,
      fields.length > 0 ? ofAll(`facets ${fields.join()}`, (...edge) => facetsFollowed(...edge, fields)) : undefined,
    ]);
    return connectionFrom({ ...found, total: totalCount, totals, facets }, pageArgs);
  }

  /** The parts of the views of a reader that the caller may see. */
  private async shownBy<T>({ shownTo }: Reader<T>): Promise<(view: T) => T> {
    if (!shownTo) return (view) => view;
    const caller = await this.admin();
    return (view) => shownTo(caller, view);
  }

  private async counted<T>(reading: Promise<readonly T[]>): Promise<readonly T[]> {
    const read = await reading;
    this.records.add(read);
    return read;
  }

  /** Other facts of one record, read together with those of all others. */
  async loadFacts<T>(read: BatchRead<T>, id: string): Promise<T | undefined> {
    return this.load(read, read.name, (ids) => read(this.call.runtime, ids), id);
  }

  /**
   * @param key which loader: reads with the same key are made together
   * @param each how many records one id may lead to
   */
  private load<T>(
    key: unknown,
    name: string,
    read: (ids: readonly string[]) => Promise<readonly T[]>,
    id: string,
    each = 1,
  ): Promise<T> {
    let loader = this.loaders.get(key);
    if (!loader) {
      const maxBatchSize = Math.max(Math.floor(MOST_RECORDS / Math.max(each, 1)), 1);
      loader = new DataLoader<string, unknown>((ids) => this.inOwnShare(name, () => read(ids)), { maxBatchSize });
      this.loaders.set(key, loader);
    }
    return loader.load(id) as Promise<T>;
  }

  /** Reads along edges count for the admin as the root fields do. */
  private async inOwnShare<T>(operation: string, work: () => Promise<T>): Promise<T> {
    const { share, admin } = this.call;
    const caller = await admin;
    return caller && share ? share.read(caller.callerId, operation, work) : work();
  }
}

/** The fields to read: all of them if the whole view decides what the caller may see. */
function selectFor({ shownTo }: Reader, select: readonly string[] | undefined): readonly string[] | undefined {
  return shownTo ? undefined : select;
}

/**
 * The arguments of a read that say something: clients send null for a variable that they leave open, also inside of an input.
 * The domain leaves them out of filters.
 */
export function withoutNulls(args: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(plain(args)).flatMap(([name, argument]) => {
      if (argument === null) return [];
      return [[name, name === 'filter' ? argument : membersWithoutNulls(argument)]];
    }),
  );
}

function membersWithoutNulls(argument: unknown): unknown {
  if (Array.isArray(argument)) return argument.map(membersWithoutNulls);
  return isObject(argument) ? withoutNulls(argument) : argument;
}

/** type-graphql makes instances of its input classes and fills in undefined; the domain wants what the caller sent. */
export function plain(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, plainMember(member)]])),
  );
}

function plainMember(member: unknown): unknown {
  if (typeof member === 'string' && !isClean(member)) {
    throw invalid('INVALID_TEXT_ENCODING', 'INPUT');
  }
  if (Array.isArray(member)) return member.map(plainMember);
  return isObject(member) ? plain(member) : member;
}

function isObject(member: unknown): member is object {
  return typeof member === 'object' && member !== null && !(member instanceof Date);
}

/** What a literal of the document can smuggle past the wire's own check: PostgreSQL refuses the one and alters the other. */
function isClean(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
