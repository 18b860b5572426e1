import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * What the domain asks of persistence and of the platform, and the shapes that cross those borders: each is declared here
 * once. `src/app.ts` gives the implementations.
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
}

/** A key that may sign releases. ACTIVE brings new ones in; RETIRED verifies old ones only; REVOKED nothing. */
export interface ReleaseKey {
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  readonly alg: 'Ed25519';
  readonly publicKey: KeyObject;
  readonly label: string;
  readonly status: 'ACTIVE' | 'RETIRED' | 'REVOKED';
  /** Signs nothing before and after; null: no bound. */
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
  /** HMAC key for the look-up hash of claim codes. */
  readonly claimCodePepper: Buffer;
  /** Public halves that a device gets in its provisioning envelope. */
  readonly pairingIssuerJwks: PublicJwks;
  readonly pairingIssuer: SigningKey;
  readonly grantIssuer: SigningKey;
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
      /** Base64 of 32 bytes or more. */
      readonly pepper: string;
      /** Private Ed25519 JWK as JSON. */
      readonly pairingIssuerKey: string;
      /** Private Ed25519 JWK as JSON. */
      readonly grantIssuerKey: string;
      /** The registry of release keys as JSON. */
      readonly releaseTrust?: string;
      /** The registry as a file, when it is not given as JSON; none when both are absent. */
      readonly releaseTrustFile?: string;
    };

/** One page of a list. */
export interface Page<T> {
  readonly items: T[];
  /** All that match, wherever the page is; only when it was asked for. */
  readonly total?: number;
  readonly skip: number;
  readonly take: number;
  readonly hasMore: boolean;
  /** What `after` takes for the next page; missing on the last one. */
  readonly nextCursor?: string;
  /** The cursor of each item; only when they were asked for. */
  readonly cursors?: readonly string[];
  /** Only when it was asked for, instead of the items: each as JSON, or all of them joined by commas. */
  readonly json?: string | readonly string[];
  /** Of all that match; only when they were asked for. */
  readonly totals?: readonly CurrencyTotals[];
}

/** The records in one currency: how many, and the sums that their record declares. */
export interface CurrencyTotals {
  readonly currency: string;
  readonly count: number;
  readonly [sum: string]: string | number;
}

/** What is left of a rate limit after one call was counted. */
export interface RateLimitStatus {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends and the count starts again; at least 1. */
  readonly resetSeconds: number;
  readonly exceeded: boolean;
}

/** Reads what is too much to hold: exports. On connections of its own, so that slow readers do not block others. */
export interface RowReader {
  /**
   * The rows of a query in batches, as of one moment; each batch is read when it is asked for.
   * @param query SQL with `$1` placeholders that selects text
   * @param signal stops a statement under way; leaving the loop frees the cursor and its connection
   * @param adminId who reads: each admin may have two under way
   * @returns the cells in the order of the columns; a batch is the caller's until the next one is asked for
   */
  read(
    query: { readonly text: string; readonly values: readonly unknown[] },
    signal: AbortSignal,
    adminId: string,
  ): AsyncIterable<readonly (readonly (string | null)[])[]>;
}

/** Reads figures over whole tables, on connections of its own. */
export interface AnalyticsReader {
  /** Reads in one transaction that cannot write; all of its statements see the same moment of the data. */
  read<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
}

/** Reads of lists, which may come from a replica of the database; no write may depend on them. */
export interface ListReads {
  /** Runs reads on one database that has everything committed before the call; a second time when the replica fails. */
  read<T>(work: (em: EntityManager) => Promise<T>): Promise<T>;
}

/** What runs SQL written by hand: an entity manager, or a pool beside the main one. */
export type Queryable = Pick<EntityManager, 'getKysely'>;

/** Shares the database between admins, whatever their sessions and transports are: each has a bounded number of statements at once, each request a bounded amount of work. */
export interface DatabaseShares {
  newRequest(): RequestShare;
  /** The pools that give nobody a connection, though their statements should have ended long ago. */
  stuckPools(): readonly string[];
  /** How many connections of each pool callers have now, and how many calls wait for one. */
  poolUse(): readonly PoolUse[];
}

export interface PoolUse {
  readonly name: string;
  readonly taken: number;
  readonly waiting: number;
}

/** One request: its reads share one bound on database time and rows. */
export interface RequestShare {
  /** Reads in the name of an admin, or of nobody: statements count for the admin, the operation and this request. */
  read<T>(adminId: string | undefined, operation: string, work: () => Promise<T>): Promise<T>;
  /** Writes in the name of an admin, or of nobody: statements count for the admin and the operation. */
  write<T>(adminId: string | undefined, operation: string, work: () => Promise<T>): Promise<T>;
  /** Ends its reads and what waits for a connection, because its client has left; a write that has begun goes on. */
  abandon(): void;
}

/** Bytes that were taken in, hashed, and that nobody can read yet. Committed or discarded exactly once. */
export interface StagedObject {
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  read(range?: { readonly start: number; readonly end: number }): Readable;
  /**
   * Makes them readable under their SHA-256; the same content twice is one object. When it fails, nothing stays staged.
   * @throws an error that domain/client-errors.ts answers with 503 STORAGE_UNAVAILABLE or STORAGE_FULL
   */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** Where firmware images are kept. */
export type StorageSettings =
  | { readonly kind: 'files'; readonly folder: string }
  | (S3Settings & { readonly kind: 's3' });

/** A bucket of an S3 server. */
export interface S3Settings {
  /** Undefined: Amazon's own for the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
  /** Where an upload is held until it is verified. */
  readonly spoolFolder: string;
  /** How many objects a page of the list has; what S3 gives at most when absent. */
  readonly listPageSize?: number;
}

/** When rollouts hold back and stop by themselves. */
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

/** Holds firmware images under their SHA-256 (lower-case hexadecimal). What is stored is never changed. */
export interface ObjectStorage {
  /**
   * Takes a stream in, hashing it; nothing is visible until `commit`.
   * @param maxBytes one more is a 413 PAYLOAD_TOO_LARGE
   * @throws an error that domain/client-errors.ts answers with 413, or 503 STORAGE_UNAVAILABLE or STORAGE_FULL; errors of the source are passed on
   */
  stage(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedObject>;
  /** Bytes; undefined when there is no such object. */
  size(sha256: string): Promise<number | undefined>;
  /** When it was last brought; undefined when there is no such object. */
  storedAt(sha256: string): Promise<Date | undefined>;
  /** The object's bytes; ends with an error when there is none. */
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
   * Removes what killed processes left of streams they took in.
   * @param before last written to earlier than this
   */
  sweepStaged(before: Date): Promise<number>;
  /** Whether it takes and gives objects; answers within two seconds, never throws. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** The objects of a storage that has no address of its own, as this service serves them. */
export interface ServedFiles {
  /**
   * Whether this object may be downloaded now by these words of its URL; compares in constant time.
   * @param expires Unix seconds, as in the URL
   * @param signature as in the URL
   */
  allows(sha256: string, expires: string | undefined, signature: string | undefined, now: Date): boolean;
  /** Undefined when there is no such object. An open one stays whole even if it is removed meanwhile. */
  open(sha256: string): Promise<ServedFile | undefined>;
}

export interface ServedFile {
  /** Bytes. */
  readonly size: number;
  readonly storedAt: Date;
  /**
   * Reads from a position as many bytes as fit into `target`, none beyond `end`; at least one.
   * @param end the last byte that may be read
   * @returns how many were read
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
  /** The values that the table's trigger adds for filters: ids of related records, the action of an audit entry. */
  readonly filterValues: readonly string[];
}

export interface ChangeListener {
  /** Called for each change, in the order of the commits. */
  readonly changed: (change: Change) => void;
  /** Called when changes may have been missed: the connection was lost, and is there again. */
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
