import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { signedInAdmin } from '../domain/authorize.ts';
import type { AdminPrincipal } from '../domain/kernel/access.ts';
import { invalid, validationFailed } from '../domain/kernel/errors.ts';
import type { Call, Operation, Runtime } from '../domain/kernel/operation.ts';
import { run } from '../domain/run.ts';
import type { Allowance, Page } from '../model/ports.ts';
import { boundedFirst, type NestedList } from './bounds.ts';
import { type Connection, connectionFrom, selectedParts } from './connection.ts';

/** Reads many records at once, in the order of the ids; a missing one is undefined. */
export type BatchRead<T> = (runtime: Runtime, ids: readonly string[]) => Promise<readonly (T | undefined)[]>;

/** The part that is read of each of many lists. */
export interface ListWindow {
  readonly first: number;
}

/** Reads a list of many records at once, at most `first` rows of each, in the order of the ids. */
export type ListRead<T, Window extends ListWindow = ListWindow> = (
  runtime: Runtime,
  ids: readonly string[],
  window: Window,
) => Promise<readonly (readonly T[])[]>;

/** HTTP functions for resolvers: cookies. */
export interface SessionWire {
  readonly open: (token: string) => void;
  readonly close: () => void;
}

/** The context of resolvers: the caller, access to the domain, and loaders of this request. */
export class GraphqlContext {
  /** Not #private: Apollo hands resolvers a copy of the context, and copies lose private members. */
  private readonly loaders = new Map<unknown, DataLoader<string, unknown>>();
  /** By the read, then by what it reads of each list. */
  private readonly listLoaders = new Map<unknown, Map<string, DataLoader<string, readonly unknown[]>>>();

  constructor(
    readonly call: Call,
    readonly session: SessionWire,
  ) {
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
      expectedRevision: expectedRevision ?? this.call.expectedRevision,
      idempotencyKey: idempotencyKey ?? this.call.idempotencyKey,
    };
    return run(operation, call, { wire: 'json', read: () => plain(input) }, id);
  }

  /** The same, with the caller's rate-limit status. */
  async runMetered<O>(operation: Operation<O>): Promise<{ readonly result: O; readonly allowance: Allowance }> {
    const call: Call = { ...this.call };
    const result = await run(operation, call, { wire: 'json', read: () => ({}) });
    if (!call.allowance) throw new Error('a successful call has no rate limit status');
    return { result, allowance: call.allowance };
  }

  /** A list operation as a connection. */
  async list<T>(operation: Operation<Page<T>>, args: object, info: GraphQLResolveInfo): Promise<Connection<T>> {
    const { first, ...rest } = given(args);
    if (first !== undefined && rest.skip)
      throw validationFailed([{ field: 'first', message: 'must not be given together with skip' }]);
    const page = first === undefined ? {} : { take: first };
    const { rows: withRows, total: withTotal, select } = selectedParts(info);
    return connectionFrom(await this.run(operation, { ...rest, ...page, withRows, withTotal, select }));
  }

  /** The caller; the session was checked before execution. */
  admin(): Promise<AdminPrincipal> {
    return signedInAdmin(this.call);
  }

  /** One record by id, read together with all others that this query asks of the same kind. */
  async load<T>(read: BatchRead<T>, id: string | null | undefined): Promise<T | null> {
    if (!id) return null;
    let loader = this.loaders.get(read);
    if (!loader) {
      loader = new DataLoader<string, unknown>((ids) => this.inOwnShare(read.name, () => read(this.call.runtime, ids)));
      this.loaders.set(read, loader);
    }
    return ((await loader.load(id)) as T | undefined) ?? null;
  }

  /**
   * A list of one record, read together with the same list of all others that this query asks for the same part of.
   * @param asked `first` as the caller gave it, and what else says which rows
   * @throws DomainError 400 VALIDATION_FAILED when `first` is beyond the list's bound
   */
  async loadList<T, Window extends ListWindow>(
    field: NestedList,
    read: ListRead<T, Window>,
    id: string,
    asked: Omit<Window, 'first'> & { readonly first: number | null },
  ): Promise<readonly T[]> {
    const window = { ...asked, first: boundedFirst(field, asked.first) } as unknown as Window;
    if (window.first === 0) return [];
    const loaders = this.listLoaders.get(read) ?? new Map<string, DataLoader<string, readonly unknown[]>>();
    this.listLoaders.set(read, loaders);
    const part = JSON.stringify(window);
    const loader =
      loaders.get(part) ??
      new DataLoader<string, readonly unknown[]>((ids) =>
        this.inOwnShare(read.name, () => read(this.call.runtime, ids, window)),
      );
    loaders.set(part, loader);
    return (await loader.load(id)) as readonly T[];
  }

  /** Reads along edges count for the admin as the root fields do. */
  private async inOwnShare<T>(operation: string, work: () => Promise<T>): Promise<T> {
    const { share, admin } = this.call;
    const caller = await admin;
    return caller && share ? share.read(caller.adminId, operation, work) : work();
  }
}

/** The arguments that say something: clients send null for a variable that they leave open. */
function given(args: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(plain(args)).filter(([, argument]) => argument !== null));
}

/** type-graphql makes instances of its input classes and fills in undefined; the domain wants what the caller sent. */
function plain(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, plainMember(member)]])),
  );
}

function plainMember(member: unknown): unknown {
  if (typeof member === 'string' && !isClean(member)) {
    throw invalid('INVALID_TEXT_ENCODING', 'The input must not contain NUL or lone surrogates.');
  }
  if (Array.isArray(member)) return member.map(plainMember);
  if (typeof member === 'object' && member !== null && !(member instanceof Date)) return plain(member);
  return member;
}

/** What a literal of the document can smuggle past the wire's own check: PostgreSQL refuses the one and alters the other. */
function isClean(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
