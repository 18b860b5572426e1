import type { EntityManager } from '@mikro-orm/postgresql';
import type { Static, TObject } from 'typebox';
import type { ActorType, Transport } from '../../model/enums.ts';
import type {
  Allowance,
  AnalyticsReader,
  Clock,
  DatabaseShares,
  Keys,
  ObjectStorage,
  Queryable,
  RateLimits,
  RequestShare,
  RowReader,
  ServedFiles,
} from '../../model/ports.ts';
import type { Access, AdminPrincipal, Principal } from './access.ts';
import type { RefusalLimit } from './refusal-limit.ts';
import type { RuntimeState } from './runtime-state.ts';

/** A kind of record that an operation acts on; its 404 code and its audit target follow from it. */
export type TargetKind =
  | 'Admin'
  | 'Session'
  | 'Device'
  | 'Batch'
  | 'Customer'
  | 'Sale'
  | 'Preorder'
  | 'Settings'
  | 'ClaimCode'
  | 'Release'
  | 'Installation'
  | 'Pairing';

/** Deployment facts that all modules share, from config.ts. A module adds those that it alone reads (firmware/trust.ts). */
export interface DomainSettings {
  readonly brand: string;
  readonly publicUrl: string;
  readonly businessTimeZone: string;
  readonly mutationsAuthorized: boolean;
}

/** Everything an operation may reach, put together once by app.ts. A module adds what it alone uses (offers/offer-types.ts). */
export interface Runtime {
  readonly em: () => EntityManager;
  /** For looking sessions up, on connections that nothing else takes. */
  readonly sessionDatabase: Queryable;
  readonly analytics: AnalyticsReader;
  readonly shares: DatabaseShares;
  readonly clock: Clock;
  /** Caches and the like, by the module that keeps them. */
  readonly state: RuntimeState;
  readonly keys: Keys;
  readonly limits: RateLimits;
  /** Counts in this process alone, for what each instance is asked for itself. */
  readonly instanceLimits: RateLimits;
  /** Counts refusals that come before an operation's own limit. */
  readonly refusals: RefusalLimit;
  readonly settings: DomainSettings;
  readonly exports: RowReader;
  readonly storage: ObjectStorage;
  /** The files this service serves itself; undefined when the storage has an address of its own (S3). */
  readonly servedFiles: ServedFiles | undefined;
  /** Answers whether the database takes a statement, over a small pool of its own. */
  readonly pingDatabase: () => Promise<boolean>;
  readonly pingStorage: () => Promise<boolean>;
  /** Whether this instance can serve; any number of askers cost one ping a second. */
  readonly isReady: () => Promise<boolean>;
  readonly warn: (message: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** One call of one caller, made by a transport. `run` fills in who it is and what is left of the allowance. */
export interface Call {
  readonly runtime: Runtime;
  readonly requestId: string;
  readonly ip: string;
  /** What anonymous calls are counted by: the address, or the /64 of an IPv6 address. */
  readonly network: string;
  readonly transport: Transport;
  readonly userAgent?: string;
  readonly sessionToken?: string;
  /** The credential of a companion app. */
  readonly bearer?: string;
  readonly proof?: { readonly timestamp?: string; readonly proof?: string };
  readonly expectedRevision?: number;
  readonly idempotencyKey?: string;
  /** The signed-in admin, looked up at most once per request. */
  admin?: Promise<AdminPrincipal | undefined>;
  /** What is left after the call was counted. */
  allowance?: Allowance;
  /** The caller may call the operation and has calls left: from here on a refusal is one of the operation. */
  admitted?: boolean;
  /** The request's share of the database, once it is known that an admin calls; the fields of a GraphQL request have one. */
  share?: RequestShare;
  /** The answer is that of an earlier call with the same idempotency key. */
  replayed?: boolean;
}

export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** What a handler adds to the audit entry that `run` writes. */
export interface Note {
  /** Another action than the operation's name: `loginFailed`. */
  readonly action?: string;
  readonly target?: { readonly kind: TargetKind; readonly id: string };
  readonly changes?: Changes;
  readonly reason?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly actor?: { readonly type: ActorType; readonly id: string | null; readonly label: string | null };
}

/** What a handler gets: the open transaction's entity manager, the time of the call, who calls. */
export interface Context<P extends Principal = Principal> {
  readonly em: EntityManager;
  readonly now: Date;
  readonly principal: P;
  readonly keys: Keys;
  readonly settings: DomainSettings;
  readonly runtime: Runtime;
  readonly call: Call;
  /** Adds to the audit entry; later notes override earlier ones. */
  readonly note: (note: Note) => void;
  /** Says that nothing was changed (a safe retry): no audit entry is written. */
  readonly unchanged: <T>(view: T) => T;
}

/** What `prepare` gets: everything but the transaction, which is not open yet. */
export type Preparation<P extends Principal = Principal> = Omit<Context<P>, 'note' | 'unchanged'>;

type HandlerInput<I extends TObject, T> = T extends TargetKind ? Static<I> & { readonly id: string } : Static<I>;

/** A bucket of calls within an operation, and how many it takes in 60 seconds. */
export interface Count {
  readonly bucket: string;
  readonly limit: number;
}

export interface OperationSpec<
  I extends TObject,
  O,
  P extends Principal,
  T extends TargetKind | undefined,
  Prepared = undefined,
> {
  readonly name: string;
  /** What it does and what a caller must know, in one sentence for the documentation of the API: 'Creates a customer.' */
  readonly summary: string;
  /** Why it exists, where the specification does not have it: the tests compare only the others with the specification. */
  readonly beyond?: string;
  /** Why it has no REST route, of an operation beyond the specification. */
  readonly graphqlOnly?: string;
  readonly access: Access<P>;
  /** Calls per 60 seconds. */
  readonly limit: number;
  /** Each instance counts for itself, in memory: it is asked about itself, and must answer when nothing else does. */
  readonly limitedByInstance?: boolean;
  /** What a call is counted by instead of its caller, and the limit of that; the input is not validated yet. */
  readonly countedBy?: (call: Call, input: unknown) => Count;
  /** `write` opens a transaction and leaves one audit entry; `read` does neither. */
  readonly effect: 'read' | 'write';
  /** The operation acts on one record of this kind, named by `id`. An id that is no UUID is answered 404. */
  readonly target?: T;
  /** Callers may name the revision that they have read (`If-Match`, `expectedRevision`); the handler checks it. */
  readonly takesRevision?: boolean;
  /** A retry with the same idempotency key repeats the first result. */
  readonly takesIdempotencyKey?: boolean;
  readonly input: I;
  /** What typed clients (GraphQL, the command line) send instead: `input` and more filters, order, cursors. */
  readonly typedInput?: TObject;
  /** Writes with the same name run one after the other, so that sets of rows can be decided on without deadlocks. */
  readonly serialize?: string;
  /** Allowed while the admin still has to replace a temporary password. */
  readonly beforePasswordChange?: boolean;
  /** Allowed in production without MUTATIONS_AUTHORIZED: opening and ending a session changes no business record. */
  readonly alwaysAuthorized?: boolean;
  /** The operation commits by itself (heartbeats share commits) and keeps its own history instead of audit entries. */
  readonly transaction?: 'own';
  /** Work that must not hold a transaction open, such as hashing a password. */
  prepare?(scope: Preparation<P>, input: HandlerInput<I, T>): Promise<Prepared>;
  handle(context: Context<P>, input: HandlerInput<I, T>, prepared: Prepared): Promise<O>;
}

/** An operation as transports see it: facts, and a handler behind `run`. */
export interface Operation<O = unknown> {
  readonly name: string;
  readonly summary: string;
  readonly beyond?: string;
  readonly graphqlOnly?: string;
  readonly access: Access;
  readonly limit: number;
  readonly limitedByInstance?: boolean;
  readonly countedBy?: (call: Call, input: unknown) => Count;
  readonly effect: 'read' | 'write';
  readonly target?: TargetKind;
  readonly takesRevision?: boolean;
  readonly takesIdempotencyKey?: boolean;
  readonly input: TObject;
  readonly typedInput?: TObject;
  readonly serialize?: string;
  readonly beforePasswordChange?: boolean;
  readonly alwaysAuthorized?: boolean;
  readonly transaction?: 'own';
  prepare?(scope: Preparation, input: never): Promise<unknown>;
  handle(context: Context, input: never, prepared: never): Promise<O>;
}

/** Declares an operation: the facts that hold on every transport, said once. */
export function operation<
  I extends TObject,
  O,
  P extends Principal,
  T extends TargetKind | undefined = undefined,
  Prepared = undefined,
>(spec: OperationSpec<I, O, P, T, Prepared>): Operation<O> {
  return spec as unknown as Operation<O>;
}
