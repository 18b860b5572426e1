import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from './config.ts';
import type { Clock, ObjectStorage, RateLimits, ServedFiles, StorageSettings } from './model/ports.ts';
import type { AnalyticsSettings } from './persistence/analytics/reader.ts';
import { openSessionDatabase } from './persistence/auth/session-database.ts';
import { deviceBatcher } from './persistence/devices/device-batcher.ts';
import { databasePing } from './persistence/health.ts';
import { databaseShares } from './persistence/isolation/database-shares.ts';
import { mainPoolRules } from './persistence/isolation/main-pool-rules.ts';
import { openJobPool } from './persistence/jobs.ts';
import { openChangeFeed } from './persistence/live/change-feed.ts';
import { offerBatcher } from './persistence/offers/offer-batcher.ts';
import { closeOrm, createOrm } from './persistence/orm.ts';
import { type Reads, readsOf, withReplicaReads } from './persistence/replica/replica.ts';
import { openPool } from './persistence/sql/pool.ts';
import { memoryRateLimits, postgresRateLimits } from './platform/rate-limits/rate-limits.ts';
import { openFileStorage } from './platform/storage/file-storage.ts';
import { signedDownloads } from './platform/storage/signed-downloads.ts';
import { reasonOf, storageProblem } from './platform/storage/storage-problem.ts';

/** Twice the maximum cost of a GraphQL query: the rows that its lists may read, with the rows read along with them. */
const MAX_ROWS_PER_REQUEST = 20_000;
/** Rate limits need one short statement; their own connections keep them working on a busy service. */
const RATE_LIMIT_CONNECTIONS = 4;

/** The settings, with the database that is used. */
export type ConfigWithDatabase = Config & { readonly databaseUrl: string };

export type Warn = (message: string, detail?: object) => void;

/** What opening the stores takes beside the settings. */
interface StoreParts {
  readonly clock: Clock;
  readonly warn: Warn;
  /** What the keys of the download URLs are derived from. */
  readonly downloadSecrets: () => readonly Buffer[];
  /** Used instead of those of the settings. */
  readonly limits: RateLimits | undefined;
  /** After which a shared store of limits counts as unavailable. */
  readonly limitStoreTimeoutMs: number | undefined;
}

/** Everything that the service reads and writes, open. */
export type Stores = Awaited<ReturnType<typeof openStores>>;

/**
 * Opens the database, the rate limits and the storage of images.
 * @param closing gets what has to be closed, the last first
 */
export async function openStores(closing: AsyncDisposableStack, config: ConfigWithDatabase, parts: StoreParts) {
  const { clock, warn, downloadSecrets } = parts;
  const database = await openDatabase(closing, config, warn);
  const limits = parts.limits ?? (await openRateLimits(config, warn, parts.limitStoreTimeoutMs));
  closing.defer(() => limits.close());
  const { storage, servedFiles, probe } = await openStorage(config.storage, config.publicUrl, downloadSecrets, clock);
  closing.defer(() => storage.close());
  // Not awaited: a storage that hangs must not block operations that do not use it.
  probe().catch((error: unknown) => warn(storageProblem(config.storage, error)));
  return { ...database, limits, storage, servedFiles };
}

/** Opens the pools of the database. Each kind of work has its own, so that none waits for the connections of another. */
async function openDatabase(closing: AsyncDisposableStack, config: ConfigWithDatabase, warn: Warn) {
  const { databaseUrl: url, databasePoolSize: poolMax, databaseStatementTimeoutMs: statementTimeoutMs } = config;
  const shares = databaseShares({ maxMs: statementTimeoutMs, maxRows: MAX_ROWS_PER_REQUEST }, warn);
  const orm = await createOrm({
    url,
    poolMax,
    statementTimeoutMs,
    share: (pool) => shares.apply('main', pool, mainPoolRules(poolMax, statementTimeoutMs)),
    warn,
  });
  closing.defer(() => closeOrm(orm));
  const sessions = openSessionDatabase(url, warn);
  closing.defer(() => sessions.close());
  const reads = await openReads(() => orm.em, config, { url, statementTimeoutMs, shares, warn });
  closing.defer(() => reads.close());
  const ping = databasePing(url, warn);
  closing.defer(() => ping.close());
  const devices = deviceBatcher(url, warn);
  closing.defer(() => devices.close());
  const offers = offerBatcher(url, warn);
  closing.defer(() => offers.close());
  const jobPool = openJobPool(url, warn);
  closing.defer(() => jobPool.end());
  const changes = openChangeFeed(url, warn);
  closing.defer(() => changes.close());
  return { shares, orm, sessions, reads, ping, devices, offers, jobPool, changes };
}

function openReads(
  em: () => EntityManager,
  { databaseReplicaUrl, databasePoolSize }: Config,
  settings: AnalyticsSettings,
): Promise<Reads> | Reads {
  const primary = readsOf(em, settings);
  if (!databaseReplicaUrl) return primary;
  return withReplicaReads(primary, { ...settings, replicaUrl: databaseReplicaUrl, poolMax: databasePoolSize });
}

function storeOf({ rateLimitStore, redisUrl }: Config): string {
  return rateLimitStore === 'redis' && redisUrl ? `Redis at ${new URL(redisUrl).host} (REDIS_URL)` : 'PostgreSQL';
}

interface OpenStorage {
  readonly storage: ObjectStorage;
  readonly servedFiles: ServedFiles | undefined;
  /** Throws the reason if no image can be stored. */
  readonly probe: () => Promise<void>;
}

/** @param secrets what the keys of the download URLs are derived from */
async function openStorage(
  config: StorageSettings,
  publicUrl: URL,
  secrets: () => readonly Buffer[],
  clock: Clock,
): Promise<OpenStorage> {
  if (config.kind === 's3') {
    // Loaded on demand: the SDK takes more memory than the rest of the service's code.
    const { openS3Storage } = await import('./platform/storage/s3-storage.ts');
    const { probe, ...storage } = openS3Storage(config, () => clock.now());
    return { storage, servedFiles: undefined, probe };
  }
  const { files, probe, ...storage } = openFileStorage(
    config.folder,
    signedDownloads(`${publicUrl.origin}/v1/firmware/files/`, secrets),
  );
  return { storage, servedFiles: files, probe };
}

async function openRateLimits(config: ConfigWithDatabase, warn: Warn, timeoutMs?: number): Promise<RateLimits> {
  const onStoreLost = (error: unknown) =>
    warn(
      `${storeOf(config)} is unavailable for rate limits (${reasonOf(error)}): counting in memory until it recovers`,
    );
  if (config.rateLimitStore === 'redis' && config.redisUrl) {
    // Loaded on demand: it takes 6 MB.
    const { redisRateLimits } = await import('./platform/rate-limits/redis-rate-limits.ts');
    return redisRateLimits(config.redisUrl, onStoreLost, timeoutMs);
  }
  if (config.rateLimitStore === 'postgres') {
    const pool = openPool({ name: 'rate limit', url: config.databaseUrl, max: RATE_LIMIT_CONNECTIONS, warn });
    return { ...postgresRateLimits(pool, onStoreLost, timeoutMs), close: () => pool.end() };
  }
  return memoryRateLimits();
}
