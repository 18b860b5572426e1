import type { EntityManager } from '@mikro-orm/postgresql';
import type { Static, TObject } from 'typebox';
import type { ActorType, FirmwareChannel, Transport } from '../../model/enums.ts';
import type { Access, AdminPrincipal, Principal } from './access.ts';
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
} from './ports.ts';
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

/** Deployment facts the domain needs; all of them come from config.ts. */
export interface DomainSettings {
  readonly brand: string;
  readonly publicUrl: string;
  readonly businessTimeZone: string;
  /** How long the URL of a download is good. */
  readonly downloadUrlSeconds: number;
  readonly mutationsAuthorized: boolean;
  /** SHA-256 fingerprints of the provisioning stations' keys that envelopes may be sealed for; empty = any. */
  readonly provisionerFingerprints: readonly string[];
  /** How many different keys have to have signed a release, by its channel. */
  readonly signatureThresholds: Readonly<Record<FirmwareChannel, number>>;
  /** The largest firmware image, bytes. */
  readonly firmwareMaxBytes: number;
  readonly heartbeatRetentionDays: number;
  readonly rollout: RolloutSettings;
}

/** When rollouts hold back and stop by themselves. */
export interface RolloutSettings {
  /** Devices that may be downloading at once. */
  readonly maxConcurrentDownloads: number;
  /** Finished installations before their share of failures is looked at. */
  readonly pauseMinSample: number;
  /** In percent. */
  readonly pauseFailurePercent: number;
  /** Devices that fell back, or may be bricked. */
  readonly pauseRollbacks: number;
}

/** Writes heartbeats that arrive together in one commit. */
export interface DeviceGateway {
  /** The registered device with the sealed secrets that may prove it, or undefined. Look-ups that arrive together share a statement. */
  findProvable(serial: string): Promise<ProvableDevice | undefined>;
  /**
   * Stores one heartbeat; resolves after its commit.
   * @returns undefined, with nothing stored, when the device is revoked or retired or the proof's secret no longer live
   */
  writeHeartbeat(heartbeat: HeartbeatRecord): Promise<HeartbeatOutcome | undefined>;
  /**
   * Makes a PENDING secret that proved itself the ACTIVE one; its predecessor is retired, and a device that waited in
   * INVENTORY for it becomes READY. Left to the next proof while an admin changes the device.
   * @returns the device's status afterwards; undefined when nothing was changed
   */
  promoteSecret(deviceId: string, version: number, now: Date): Promise<string | undefined>;
}

export interface ProvableDevice {
  readonly id: string;
  readonly serial: string;
  readonly status: string;
  readonly hardwareRevision: string;
  readonly model: string;
  readonly firmwareChannel: string | null;
  readonly pairingEpoch: number;
  /** ACTIVE first, then PENDING. */
  readonly secrets: readonly { readonly version: number; readonly state: string; readonly sealed: Buffer }[];
}

export interface HeartbeatRecord {
  readonly deviceId: string;
  readonly receivedAt: Date;
  /** The version of the secret that made the proof. */
  readonly secretVersion: number;
  /** The signed timestamp, Unix milliseconds. */
  readonly timestampMs: number;
  readonly firmwareVersion: string;
  readonly firmwareBuildNumber: number | null;
  readonly hardwareRevision: string | null;
  readonly otaSlot: string | null;
  readonly appVersion: string;
  readonly uptime: number;
  readonly wifiRssi: number | null;
  readonly freeHeap: number | null;
  readonly temperature: number | null;
  readonly status: string;
}

export interface HeartbeatOutcome {
  /** The device's status after it: a CLAIMED device became ACTIVE. */
  readonly status: string;
  readonly pairingEpoch: number;
  /** `jti` of the credentials that were revoked in this epoch. */
  readonly revokedCredentials: readonly string[];
  /** The installation that this heartbeat may confirm or contradict. */
  readonly watchedInstallationId: string | null;
  /** False when a heartbeat with this timestamp or a newer one was known: stored as history, presence unchanged. */
  readonly newest: boolean;
}

/** A heartbeat, stored, of a device that has an installation to prove. */
export interface WatchedHeartbeat {
  readonly deviceId: string;
  readonly installationId: string;
  readonly firmwareVersion: string;
  readonly firmwareBuildNumber: number | null;
  /** Seconds since the device started. */
  readonly uptime: number;
  /** The signed timestamp, Unix milliseconds. */
  readonly timestampMs: number;
  readonly receivedAt: Date;
}

/** Everything an operation may reach, put together once by app.ts. A room adds what it alone uses (installations/offer-types.ts). */
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
  readonly devices: DeviceGateway;
  /** What follows from a heartbeat that may prove an installation; never throws. */
  readonly onWatchedHeartbeat: (heartbeat: WatchedHeartbeat) => Promise<void>;
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
  /** `write` opens a transaction and leaves one audit entry; `read` does neither. */
  readonly effect: 'read' | 'write';
  /** The operation acts on one record of this kind, named by `id`. An id that is no UUID is answered 404. */
  readonly target?: T;
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

/** An operation as the doors see it: facts, and a handler behind `run`. */
export interface Operation<O = unknown> {
  readonly name: string;
  readonly summary: string;
  readonly beyond?: string;
  readonly graphqlOnly?: string;
  readonly access: Access;
  readonly limit: number;
  readonly limitedByInstance?: boolean;
  readonly effect: 'read' | 'write';
  readonly target?: TargetKind;
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
