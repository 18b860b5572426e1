import type { EntityManager } from '@mikro-orm/postgresql';
import type { Static, TObject } from 'typebox';
import type { Bound } from '../../model/edge.ts';
import type { ActorType, AdminRole, TargetKind, Transport } from '../../model/enums.ts';
import type {
  AnalyticsReader,
  Clock,
  DatabaseShares,
  Keys,
  ListReads,
  ObjectStorage,
  Page,
  Queryable,
  RateLimitStatus,
  RateLimits,
  RequestShare,
  RowReader,
  ServedFiles,
} from '../../model/ports.ts';
import type { RecordModel } from '../../model/record.ts';
import type { Telemetry } from '../../model/work.ts';
import type { Access, AdminPrincipal, CallingAccount, Principal } from './access.ts';
import type { ClientErrorLimit } from './client-error-limit.ts';
import type { ErrorCode } from './errors.ts';
import type { RuntimeState } from './runtime-state.ts';

/** Configuration shared by all modules, from config.ts. A module declares its own settings (firmware/trust.ts). */
export interface DomainSettings {
  readonly brand: string;
  readonly publicUrl: string;
  readonly businessTimeZone: string;
  readonly mutationsAuthorized: boolean;
  /** In production: `publicUrl` leads nowhere from another machine, so that nothing may carry it away. */
  readonly publicUrlIsLocal: boolean;
}

/** The admin of a session. */
type SignedIn = Omit<AdminPrincipal, 'kind' | 'roles' | 'serviceAccount' | 'callerId'> & { readonly role: AdminRole };

/** A service account, and the admin in whose name it calls. */
interface OwnedAccount {
  readonly account: CallingAccount;
  readonly owner: Pick<AdminPrincipal, 'adminId' | 'name' | 'email'> & { readonly role: AdminRole };
}

/**
 * The dependencies of operations, created once by app.ts. A module declares its own dependencies
 * (offers/offer-types.ts).
 */
export interface Runtime {
  readonly em: () => EntityManager;
  /** For session look-ups, on a connection pool of their own. */
  readonly sessionDatabase: Queryable;
  /** The ACTIVE admin of a live session, from the same pool. */
  readonly findSession: (session: { readonly tokenHash: Buffer; readonly now: Date }) => Promise<SignedIn | undefined>;
  /** The live service account with a token and its ACTIVE owner, from the same pool; notes that it was used. */
  readonly findServiceAccount: (token: {
    readonly tokenHash: Buffer;
    readonly now: Date;
  }) => Promise<OwnedAccount | undefined>;
  /** For lists. */
  readonly lists: ListReads;
  readonly analytics: AnalyticsReader;
  readonly shares: DatabaseShares;
  readonly clock: Clock;
  /** Mutable state, such as caches, by module. */
  readonly state: RuntimeState;
  readonly keys: Keys;
  readonly limits: RateLimits;
  /** Rate limits of this process, for operations that each instance counts for itself. */
  readonly instanceLimits: RateLimits;
  /** Rate limits client errors that precede an operation's own limit. */
  readonly clientErrors: ClientErrorLimit;
  readonly settings: DomainSettings;
  readonly exports: RowReader;
  readonly storage: ObjectStorage;
  /** The objects that this service serves itself; undefined if the storage has its own URLs (S3). */
  readonly servedFiles: ServedFiles | undefined;
  /** Reports whether the database executes statements, over a small pool of its own. */
  readonly pingDatabase: () => Promise<boolean>;
  /** Whether the database says anything at all; concurrent callers share the question. */
  readonly databaseAnswers: () => Promise<boolean>;
  readonly pingStorage: () => Promise<boolean>;
  /** Reports whether this instance can serve; concurrent calls share one ping per second. */
  readonly isReady: () => Promise<boolean>;
  readonly warn: (message: string, detail: Readonly<Record<string, unknown>>) => void;
  readonly telemetry: Telemetry;
}

/** One call of one caller, created by a transport. `run` sets the caller and the rate-limit status. */
export interface Call {
  readonly runtime: Runtime;
  readonly requestId: string;
  readonly ip: string;
  /** The rate-limit key of anonymous calls: the address, or the /64 of an IPv6 address. */
  readonly network: string;
  readonly transport: Transport;
  readonly userAgent?: string;
  readonly sessionToken?: string;
  /** True if the request carries the session cookie, whatever is in it. */
  readonly hasSessionCookie?: boolean;
  /** The credential of a companion app; empty if it breaks the grammar of RFC 6750. */
  readonly bearer?: string;
  /** The same bearer, if it has the prefix of a service account's token. */
  readonly serviceToken?: string;
  readonly proof?: { readonly timestamp?: string; readonly proof?: string };
  /** `malformed` for an `If-Match` that is no entity tag, which `run` refuses. */
  readonly expectedRevision?: number | 'malformed';
  readonly idempotencyKey?: string;
  /** The time of all reads of a request with several, so that they agree on what is recent; the clock's without it. */
  readonly readAt?: Date;
  /** The signed-in admin, or the service account's owner; looked up at most once per request. */
  admin?: Promise<AdminPrincipal | undefined>;
  /** The rate-limit status after this call. */
  rateLimit?: RateLimitStatus;
  /**
   * True once the caller is authorized and within the rate limit: client errors from then on belong to the operation.
   */
  admitted?: boolean;
  /**
   * The database share of the request; all fields of a GraphQL request have the same one. The transports set it, to end it when
   * the client leaves; calls without a client get one once an admin is authenticated.
   */
  share?: RequestShare;
  /** The input of a call with an idempotency key as it was before texts had a normal form, if that is another. */
  formerInput?: unknown;
  /** True if the response is that of an earlier call with the same idempotency key. */
  replayed?: boolean;
}

export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** The audit detail: what a handler adds to the audit entry that `run` writes. */
export interface AuditDetail {
  /** The action, if it differs from the operation's name: `loginFailed`. */
  readonly action?: string;
  readonly target?: { readonly kind: TargetKind; readonly id: string };
  readonly changes?: Changes;
  readonly reason?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly actor?: { readonly type: ActorType; readonly id: string | null; readonly label: string | null };
}

/** The context of a handler: the open transaction's entity manager, the time of the call, the caller. */
export interface Context<P extends Principal = Principal> {
  readonly em: EntityManager;
  readonly now: Date;
  readonly principal: P;
  readonly keys: Keys;
  readonly settings: DomainSettings;
  readonly runtime: Runtime;
  readonly call: Call;
  /** Adds audit detail; later calls override earlier ones. */
  readonly audit: (detail: AuditDetail) => void;
  /** Marks the call as a no-op (a safe retry): no audit entry is written. */
  readonly unchanged: <T>(view: T) => T;
}

/** The context of `prepare`: that of a handler without the transaction, which is not open yet. */
export type Preparation<P extends Principal = Principal> = Omit<Context<P>, 'audit' | 'unchanged'>;

type HandlerInput<I extends TObject, T> = T extends TargetKind ? Static<I> & { readonly id: string } : Static<I>;

/** A bucket of calls within an operation, and how many it takes in 60 seconds. */
export interface Count {
  readonly bucket: string;
  readonly limit: number;
}

/** The record that an operation answers, or one of several; `file` for what is no record. */
type Answers = RecordModel | readonly RecordModel[] | 'file';

/** Why an operation exists that the specification does not have. */
export interface Beyond {
  readonly why: string;
  /** True if REST does not have it: the REST API is the contract's. */
  readonly graphqlOnly?: true;
}

/** What decides, beside its access, whether an operation may be called at all. */
export interface Admission {
  /** A service account may not call it (403 SESSION_REQUIRED): it manages admins, passwords, sessions or tokens. */
  readonly peopleOnly?: true;
  /** Admins with a temporary password may call it. */
  readonly beforePasswordChange?: true;
  /** It is allowed in production without MUTATIONS_AUTHORIZED: signing in and out changes no business record. */
  readonly alwaysAuthorized?: true;
  /** PUBLIC_URL leaves the service for good with its answer: on a label, in an envelope. */
  readonly carriesAddress?: true;
}

/** How calls are counted, if not for each caller by all instances together. */
interface Counting {
  /** Each instance counts in memory, for operations that must respond when nothing else does. */
  readonly byInstance?: true;
  /** What a call is counted by instead of its caller, and the limit of that; the input is not validated yet. */
  by?(call: Call, input: unknown): Count;
}

/** What callers may send beside the input: in a header, or in an argument of the field. */
interface Taken {
  /** The revision that they have read (`If-Match`, `expectedRevision`); the handler checks it. */
  readonly revision?: true;
  /** An idempotency key (`Idempotency-Key`, `idempotencyKey`): a retry with the same one repeats the first result. */
  readonly idempotencyKey?: true;
}

/** The description of REST and the payloads of mutations follow from what an operation answers; the types of queries are GraphQL's own. */
export type Answered =
  | { readonly beyond: Beyond & { readonly graphqlOnly: true }; readonly effect?: 'read' }
  | { readonly answers: Answers };

/** The members of a declaration have the order that they have here: what it is, who may call it, what it does, what comes in and out. */
export interface OperationSpec<
  I extends TObject,
  O,
  P extends Principal,
  T extends TargetKind | undefined,
  Prepared = undefined,
> {
  readonly name: string;
  /** The API description in one sentence: 'Creates a customer.' */
  readonly summary: string;
  /** Of an operation beyond the specification. The tests compare only the others with the specification. */
  readonly beyond?: Beyond;
  readonly access: Access<P>;
  readonly admission?: Admission;
  /** Calls per 60 seconds. */
  readonly limit: number;
  readonly counted?: Counting;
  /** `write` opens a transaction and writes one audit entry; `read` does neither. */
  readonly effect: 'read' | 'write';
  /**
   * `own` if the operation commits its own transactions (heartbeats share commits) and keeps a history instead of audit
   * entries. `serialize`: writes with the same name run one after the other, so that they can decide on sets of rows without
   * deadlocks; `each: 'caller'`, those of one admin, because they decide on rows of that admin.
   */
  readonly transaction?: 'own' | { readonly serialize: string; readonly each?: 'caller' };
  /** The kind of record with the given `id` on which the operation acts. A malformed UUID is a 404. */
  readonly target?: T;
  readonly takes?: Taken;
  /**
   * The codes of the client errors that only this operation has; those that follow from its other facts are in
   * operation-errors.ts. `run` reports any other error.
   */
  readonly errors?: readonly ErrorCode[];
  /** What it answers, for the description of REST and for the payload of its mutation. */
  readonly answers?: Answers;
  readonly input: I;
  /** The input of typed clients (GraphQL, the command line): `input` and more filters, order, cursors. */
  readonly typedInput?: TObject;
  /**
   * Of an operation that answers pages of a list, of which callers select parts: whether it shows fields of the record as they are
   * stored, to every caller, and how long a page is. `run` hands its handler the reader of the page.
   */
  readonly list?: { readonly asStored: boolean; readonly page: Bound };
  /** The operations whose roles a call needs as well, by name: those of the edges that its input names. */
  needs?(input: HandlerInput<I, T>): readonly string[];
  /** Work outside of the transaction, such as hashing a password. */
  prepare?(scope: Preparation<P>, input: HandlerInput<I, T>): Promise<Prepared>;
  handle(context: Context<P>, input: HandlerInput<I, T>, prepared: Prepared): Promise<O>;
}

/** An operation as used by transports: its declaration, and a handler called by `run`. */
export interface Operation<O = unknown>
  extends Omit<OperationSpec<TObject, O, Principal, TargetKind, unknown>, 'needs' | 'prepare' | 'handle'> {
  needs?(input: never): readonly string[];
  prepare?(scope: Preparation, input: never): Promise<unknown>;
  handle(context: Context, input: never, prepared: never): Promise<O>;
}

/** Whether an operation answers pages of a list. */
export function isList(operation: Operation): operation is Operation<Page<unknown>> {
  return operation.list !== undefined;
}

/** Declares an operation once for all transports. */
export function operation<
  I extends TObject,
  O,
  P extends Principal,
  T extends TargetKind | undefined = undefined,
  Prepared = undefined,
>(spec: OperationSpec<I, O, P, T, Prepared> & Answered): Operation<O> {
  return spec as unknown as Operation<O>;
}
