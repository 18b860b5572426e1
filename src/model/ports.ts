import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * The interfaces that the domain needs from persistence and the platform, and the types that cross those borders, each declared
 * once. `src/app.ts` provides the implementations.
 */

/** A period of time, without its end. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The one source of time. */
export interface Clock {
  now(): Date;
}

/** A key-encryption key: 32 bytes for AES-256-GCM, named by `kid` so that old ciphertexts stay readable after a rotation. */
export interface KeyEncryptionKey {
  readonly kid: string;
  readonly key: Buffer;
}

/** A key of this service that signs credentials or grants: Ed25519. Its public half is in the JWKS of the same name. */
export interface SigningKey {
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  readonly privateKey: KeyObject;
  /** Whether it was added to an older one: devices that got their keys before do not have it. */
  readonly added: boolean;
}

/** The kinds of keys that an operator rotates. */
export const KEY_KINDS = ['encryption', 'pepper', 'pairing-issuer', 'grant-issuer'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** A key that may sign releases. ACTIVE brings new ones in; RETIRED verifies old ones only; REVOKED nothing. */
export interface ReleaseKey {
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  readonly alg: 'Ed25519';
  readonly publicKey: KeyObject;
  readonly label: string;
  readonly status: 'ACTIVE' | 'RETIRED' | 'REVOKED';
  /** It signs only between these times; null: no bound. */
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  /** What it may sign for; null: everything. */
  readonly channels: readonly string[] | null;
  readonly hardwareRevisions: readonly string[] | null;
}

export interface PublicJwks {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/** Secrets and keys of this installation. Nothing of it is ever logged, stored in the database or answered. */
export interface Keys {
  /** The key that wraps new device secrets and claim codes. */
  readonly currentKek: KeyEncryptionKey;
  /** The key that wrapped an older one; undefined when it is not known here. */
  kek(kid: string): KeyEncryptionKey | undefined;
  /** HMAC key for the look-up hash of new claim codes. */
  readonly claimCodePepper: Buffer;
  /** Every pepper that a stored hash can have been made with; the first is `claimCodePepper`. */
  readonly claimCodePeppers: readonly Buffer[];
  /** The public keys that a device gets in its provisioning envelope. */
  readonly pairingIssuerJwks: PublicJwks;
  /** All of them are published, the first signs for devices that have it. */
  readonly pairingIssuers: readonly SigningKey[];
  readonly grantIssuers: readonly SigningKey[];
  /** The registry of release keys as it is now: an operator adds, retires and revokes keys while the service runs. */
  readonly releaseKeys: readonly ReleaseKey[];
  readonly releaseTrustJwks: PublicJwks;
  readonly grantIssuerJwks: PublicJwks;
}

/** Where the keys of this installation come from. */
export type KeySettings =
  | {
      readonly kind: 'folder';
      readonly path: string;
      /** The registry of release keys as JSON, instead of the folder's file. */
      readonly releaseTrust?: string;
    }
  | {
      readonly kind: 'explicit';
      /** `kid:base64` of 32 bytes, several separated by commas or lines; the first one is current. */
      readonly kek: string;
      /** Base64 of 32 bytes or more, several separated by commas or lines; the first one is current. */
      readonly pepper: string;
      /** A private Ed25519 JWK as JSON, or a JWKS of them; the first one signs. */
      readonly pairingIssuerKey: string;
      /** The same. */
      readonly grantIssuerKey: string;
      /** The registry of release keys as JSON. */
      readonly releaseTrust?: string;
      /** The registry as a file, when it is not given as JSON; none when both are absent. */
      readonly releaseTrustFile?: string;
    };

/** One page of a list. */
export interface Page<T> {
  readonly items: T[];
  /** The number of all matching records; only if it was requested. */
  readonly total?: number;
  readonly skip: number;
  readonly take: number;
  readonly hasMore: boolean;
  /** The value of `after` for the next page; missing on the last one. */
  readonly nextCursor?: string;
  /** The cursor of each item; only if they were requested. */
  readonly cursors?: readonly string[];
  /** The items as JSON, each or all of them joined by commas; only if this was requested instead of the items. */
  readonly json?: string | readonly string[];
  /** The sums over all matching records; only if they were requested. */
  readonly totals?: readonly CurrencyTotals[];
  /** The counts by the requested fields. */
  readonly facets?: readonly FacetCounts[];
}

/** How many records have each value of a field; null is no value. */
export interface FacetCounts {
  readonly field: string;
  readonly values: readonly { readonly value: string | null; readonly count: number }[];
}

/** The records in one currency: their number, and the sums that the record declares. */
export interface CurrencyTotals {
  readonly currency: string;
  readonly count: number;
  readonly [sum: string]: string | number;
}

/** The status of a rate limit after one call was counted. */
export interface RateLimitStatus {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends and the count starts again; at least 1. */
  readonly resetSeconds: number;
  readonly exceeded: boolean;
}

/**
 * Reads results that are too large for memory: exports. It has its own connections, so that slow readers do not block others.
 */
export interface RowReader {
  /**
   * The rows of a query in batches, from one snapshot; each batch is read on demand.
   * @param query SQL with `$1` placeholders that selects text
   * @param signal cancels a running statement; leaving the loop frees the cursor and its connection
   * @param adminId the reader: each admin may have two running exports
   * @returns the cells in the order of the columns; the caller may use a batch until it requests the next one
   */
  read(
    query: { readonly text: string; readonly values: readonly unknown[] },
    signal: AbortSignal,
    adminId: string,
  ): AsyncIterable<readonly (readonly (string | null)[])[]>;
}

/** Reads figures over whole tables, on its own connections. */
export interface AnalyticsReader {
  /** Reads in one read-only transaction; all of its statements see the same snapshot. */
  read<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
}

/** Reads of lists, which may come from a replica of the database; no write may depend on them. */
export interface ListReads {
  /** Runs reads on one database that has everything committed before the call; a second time when the replica fails. */
  read<T>(work: (em: EntityManager) => Promise<T>): Promise<T>;
}

/** Runs handwritten SQL: an entity manager, or a pool beside the main one. */
export type Queryable = Pick<EntityManager, 'getKysely'>;

/**
 * Shares the database between admins, across all of their sessions and transports: each has a bounded number of concurrent
 * statements, each request a bounded amount of work.
 */
export interface DatabaseShares {
  newRequest(): RequestShare;
  /** The pools that give no connection although their statements should have ended long ago. */
  stuckPools(): readonly string[];
  /** For each pool, the number of connections in use and of calls that wait for one. */
  poolUse(): readonly PoolUse[];
}

export interface PoolUse {
  readonly name: string;
  readonly taken: number;
  readonly waiting: number;
}

/** Where spans are sent. */
export interface TraceSettings {
  readonly url: string;
  /** Of each request to the collector; may be credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of traces that are kept, from 0 to 1. */
  readonly ratio: number;
}

/** How the service is watched (docs/operate/monitoring.md). */
export interface TelemetrySettings {
  /** Where the metrics are served; undefined: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  readonly traces: TraceSettings | undefined;
  /** Statements that take longer are logged; 0: none. */
  readonly slowStatementMs: number;
}

/** Figures that all instances share, as they were at a moment. */
export interface Figures {
  readonly readAt: Date;
  readonly releases: readonly { readonly state: string; readonly count: number }[];
  readonly jobs: readonly JobFigures[];
  /** Whether the object storage takes and gives objects. */
  readonly storage: boolean;
  /** Of the disk of DATA_DIR; undefined where nothing needs the folder. */
  readonly disk?: { readonly freeBytes: number; readonly sizeBytes: number } | undefined;
  /** When the last backup of the schedule was made, and when one failed last; undefined while none did. */
  readonly backups: { readonly madeAt: Date | undefined; readonly failedAt: Date | undefined };
}

export interface JobFigures {
  readonly job: string;
  /** Runs that have failed, and are repeated or given up. */
  readonly failing: number;
  /** For how long the oldest run has been due that has not ended. */
  readonly lateSeconds: number;
}

/** One request: its reads share one bound on database time and rows. */
export interface RequestShare {
  /** Reads for an admin, or without one: statements count for the admin, the operation and this request. */
  read<T>(adminId: string | undefined, operation: string, work: () => Promise<T>): Promise<T>;
  /** Writes for an admin, or without one: statements count for the admin and the operation. */
  write<T>(adminId: string | undefined, operation: string, work: () => Promise<T>): Promise<T>;
  /**
   * Says what it may cost (docs/adr/0013); the most that was said counts. Of expensive requests few statements run at once, and one of a
   * caller.
   */
  expect(cost: number): void;
  /** Ends its reads and its waits for a connection, because its client has left; a write that has begun continues. */
  abandon(): void;
}

/** Received and hashed bytes that are not visible yet. Committed or discarded exactly once. */
export interface StagedObject {
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  read(range?: { readonly start: number; readonly end: number }): Readable;
  /**
   * Makes them readable under their SHA-256; the same content twice is one object. After a failure nothing stays staged.
   * @throws an error that domain/client-errors.ts maps to 503 STORAGE_UNAVAILABLE or STORAGE_FULL
   */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** Where firmware images are kept. */
export type StorageSettings =
  | { readonly kind: 'files'; readonly folder: string }
  | (S3Settings & { readonly kind: 's3' });

/** An S3 server and who uses it. */
export interface S3Access {
  /** Undefined: Amazon's own for the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
}

/** Backups that the service makes itself. */
export interface BackupSchedule {
  /** A folder, or `s3://bucket/prefix`. */
  readonly to: string;
  /** The public JWK that they are encrypted for. */
  readonly publicKey: string;
  /** Minute, hour, day of month, month, day of week, in UTC. */
  readonly cron: string;
  /** How many are kept. */
  readonly keep: number;
  readonly verify: boolean;
}

/** A bucket of an S3 server. */
export interface S3Settings extends S3Access {
  readonly bucket: string;
  /** Where an upload is held until it is verified. */
  readonly spoolFolder: string;
  /** The number of objects in a page of the list; default: the maximum of S3. */
  readonly listPageSize?: number;
}

/** The thresholds at which rollouts delay or stop by themselves. */
export interface RolloutSettings {
  /** The limit of concurrent downloads; further devices have to ask again later. */
  readonly maxConcurrentDownloads: number;
  /** Finished installations before their share of failures can pause a rollout; never fewer than 5. */
  readonly pauseMinSample: number;
  /** The share of failures, in percent, that pauses a rollout. */
  readonly pauseFailurePercent: number;
  /** The number of devices that fell back, or may be bricked, that pauses a rollout. */
  readonly pauseRollbacks: number;
}

/** Stores firmware images under their SHA-256 (lower-case hexadecimal). A stored object never changes. */
export interface ObjectStorage {
  /**
   * Receives a stream and hashes it; nothing is visible until `commit`.
   * @param maxBytes one more is a 413 PAYLOAD_TOO_LARGE
   * @throws an error that domain/client-errors.ts maps to 413, or 503 STORAGE_UNAVAILABLE or STORAGE_FULL; errors of the source
   *   are rethrown
   */
  stage(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedObject>;
  /** Its size in bytes; undefined if there is no such object. */
  size(sha256: string): Promise<number | undefined>;
  /** The time of its last upload; undefined if there is no such object. */
  storedAt(sha256: string): Promise<Date | undefined>;
  /** The object's bytes; fails if there is no such object. */
  read(sha256: string): Promise<Readable>;
  /**
   * An absolute URL that downloads the object without another credential until it expires.
   * @param expiresAt rounded down to whole seconds
   */
  signDownload(sha256: string, expiresAt: Date): Promise<string>;
  /** Everything that is stored, for the sweeper. */
  list(): AsyncIterable<{ readonly sha256: string; readonly storedAt: Date }>;
  remove(sha256: string): Promise<void>;
  /**
   * Removes the staged files of killed processes.
   * @param before last modified earlier than this
   */
  sweepStaged(before: Date): Promise<number>;
  /** True if objects can be written and read; answers within two seconds, never throws. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** Serves the objects of a storage that has no URLs of its own. */
export interface ServedFiles {
  /**
   * True if these parameters of a URL permit the download of this object now; compares in constant time.
   * @param expires Unix seconds, as in the URL
   * @param signature as in the URL
   */
  allows(sha256: string, expires: string | undefined, signature: string | undefined, now: Date): boolean;
  /** Undefined if there is no such object. An open one stays readable even if it is removed meanwhile. */
  open(sha256: string): Promise<ServedFile | undefined>;
}

export interface ServedFile {
  /** Bytes. */
  readonly size: number;
  readonly storedAt: Date;
  /**
   * Reads bytes from a position into `target`: at least one, none beyond `end`.
   * @param end the last byte that may be read
   * @returns the number of bytes
   */
  read(target: Buffer, position: number, end: number): Promise<number>;
  /** Frees the file. */
  close(): Promise<void>;
}

/** A committed change of a record that can be watched. */
export interface Change {
  /** The table. */
  readonly kind: string;
  readonly event: 'CREATED' | 'UPDATED' | 'DELETED';
  readonly id: string;
  /** The values that the table's trigger adds: ids of related records. */
  readonly related: readonly string[];
  /** The columns that an update changed; undefined where nothing says so. */
  readonly columns?: ReadonlySet<string> | undefined;
}

export interface ChangeListener {
  /** Called for each change, in the order of the commits. */
  readonly changed: (change: Change) => void;
  /** Called if changes may have been missed: the connection was lost and is restored. */
  readonly missed: () => void;
}

/** Reports committed changes of all instances, on connections of its own. */
export interface ChangeFeed {
  /**
   * Starts to report; the first call opens the connection.
   * @returns once every change that is committed from now on will be reported
   * @throws Error when the database does not answer in time; it keeps trying
   */
  listen(listener: ChangeListener): Promise<void>;
  /**
   * Devices that came online or went offline since the last call; the first call after `forgetPresence` only reads who is
   * online.
   */
  presenceChanges(now: Date): Promise<readonly PresenceChange[]>;
  forgetPresence(): void;
  close(): Promise<void>;
}

export interface PresenceChange {
  readonly id: string;
  readonly online: boolean;
}

/** Counts calls per bucket in fixed windows of 60 seconds; a window starts at the first call of its bucket. */
export interface RateLimits {
  /**
   * Counts one call.
   * @param bucket whose calls, for example `refundSale:admin:<id>`
   * @param limit calls per 60 seconds
   */
  consume(bucket: string, limit: number): Promise<RateLimitStatus>;
  close(): Promise<void>;
}
