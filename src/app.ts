import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config, StorageConfig } from './config.ts';
import { sharedAnswer } from './domain/health/index.ts';
import { inferFromHeartbeat } from './domain/installations/index.ts';
import { scheduledJobs } from './domain/jobs/index.ts';
import type { Runtime } from './domain/kernel/operation.ts';
import type { Clock, ObjectStorage, RateLimits, ServedFiles } from './domain/kernel/ports.ts';
import { refusalLimit } from './domain/kernel/refusal-limit.ts';
import { createFirstAdmin } from './domain/team/index.ts';
import { createGraphqlDoor } from './graphql/server.ts';
import type { Logger } from './log.ts';
import { openAnalyticsReader } from './persistence/analytics/reader.ts';
import { openSessionDatabase } from './persistence/auth/session-database.ts';
import { openRowReader } from './persistence/cursor.ts';
import { deviceGateway } from './persistence/devices/device-gateway.ts';
import { keepHeartbeatPartitions } from './persistence/devices/heartbeat-partitions.ts';
import { databasePing } from './persistence/health.ts';
import { offerGateway } from './persistence/installations/offer-gateway.ts';
import { databaseShares } from './persistence/isolation/database-shares.ts';
import { mainPoolRules } from './persistence/isolation/main-pool-rules.ts';
import { openJobPool, startJobs } from './persistence/jobs.ts';
import { loadKeys } from './persistence/key-files.ts';
import { assertDurable, migrate } from './persistence/migrate.ts';
import { createOrm, poolOf } from './persistence/orm.ts';
import { openPool } from './persistence/pool.ts';
import { memoryRateLimits, postgresRateLimits } from './persistence/rate-limits.ts';
import { openFileStorage } from './persistence/storage/file-storage.ts';
import { signedDownloads } from './persistence/storage/signed-downloads.ts';
import { createRestApp, uploadLimits } from './rest/app.ts';
import { graphqlWire } from './rest/graphql-wire.ts';
import { sessionCookie } from './rest/middleware/session-cookie.ts';
import { crossSiteWarnings } from './rest/same-site.ts';
import { createHttpServer, drain } from './rest/server.ts';

/** Closing waits for connections in use; one that PostgreSQL never answers must not keep a stopped service from ending. */
const CLOSE_DEADLINE_MS = 5_000;

/** How long an instance stays ready, or not, without being asked again. */
const READY_FRESH_MS = 1_000;
/** Twice what a GraphQL query may cost: what it may read by the bounds of its lists, with what those records are read with. */
const MAX_ROWS_PER_REQUEST = 20_000;
/** Counting is one short statement; apart from the admins' connections, so that a busy service still counts. */
const RATE_LIMIT_CONNECTIONS = 4;

/** What tests replace: time, and the limits where a test is about something else. */
export interface AppOptions {
  readonly clock?: Clock;
  readonly limits?: RateLimits;
  /** Run what the clock starts (src/domain/jobs); off unless told. */
  readonly jobs?: boolean;
}

export interface App {
  readonly url: string;
  readonly server: Server;
  readonly runtime: Runtime;
  /** The first admin's login, when this start made it. */
  readonly firstAdmin: { readonly email: string; readonly password: string | null } | undefined;
  /** Finishes what is under way, then closes everything. */
  stop(): Promise<void>;
}

/**
 * Puts the service together: stores, domain, both doors, server. It listens when this resolves.
 * @param config where `databaseUrl` is set: the embedded PostgreSQL is main.ts's to start
 */
export async function startApp(
  config: Config & { readonly databaseUrl: string },
  log: Logger,
  options: AppOptions = {},
): Promise<App> {
  const clock = options.clock ?? { now: () => new Date() };
  const warn = (message: string, detail: object = {}) => log.warn(detail, message);
  const keys = loadKeys(config.keys, warn);
  for (const warning of keys.warnings) warn(warning);
  for (const warning of await crossSiteWarnings(config.publicUrl, config.allowedOrigins)) warn(warning);

  await migrate(config.databaseUrl);
  const orm = await createOrm({
    url: config.databaseUrl,
    poolMax: config.databasePoolSize,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    warn,
  });
  await assertDurable(orm);
  const shares = databaseShares(config.databaseUrl, {
    maxMs: config.databaseStatementTimeoutMs,
    maxRows: MAX_ROWS_PER_REQUEST,
  });
  shares.apply(await poolOf(orm), mainPoolRules(config.databasePoolSize));
  const sessions = openSessionDatabase(config.databaseUrl, warn);
  const analytics = openAnalyticsReader({
    url: config.databaseUrl,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    shares,
    warn,
  });
  const ping = databasePing(config.databaseUrl, warn);
  const pingDatabase = sharedAnswer(() => ping.ping());
  const devices = deviceGateway(config.databaseUrl, warn);
  const offers = offerGateway(config.databaseUrl, warn);
  const exports = openRowReader(config.databaseUrl, warn);
  const jobPool = openJobPool(config.databaseUrl, warn);
  const limits = options.limits ?? (await openRateLimits(config, warn));
  const { storage, servedFiles } = await openStorage(config.storage, config.publicUrl, keys.claimCodePepper, clock);
  const runtime: Runtime = {
    em: () => orm.em,
    sessionDatabase: sessions.db,
    analytics,
    shares,
    clock,
    keys,
    limits,
    instanceLimits: options.limits ?? memoryRateLimits(),
    refusals: refusalLimit(limits),
    settings: {
      brand: config.brand,
      publicUrl: config.publicUrl.origin,
      businessTimeZone: config.businessTimeZone,
      downloadUrlSeconds: config.downloadUrlSeconds,
      mutationsAuthorized: config.mutationsAuthorized,
      provisionerFingerprints: config.provisionerFingerprints,
      signatureThresholds: {
        INTERNAL: config.releaseSignatureThreshold,
        BETA: config.releaseSignatureThreshold,
        STABLE: config.releaseSignatureThresholdStable,
      },
      firmwareMaxBytes: config.firmwareMaxBytes,
      heartbeatRetentionDays: config.heartbeatRetentionDays,
      rollout: config.rollout,
    },
    devices,
    onWatchedHeartbeat: (heartbeat) => inferFromHeartbeat(runtime, heartbeat),
    offers,
    exports,
    storage,
    servedFiles,
    pingDatabase,
    pingStorage: sharedAnswer(() => storage.ping()),
    isReady: sharedAnswer(pingDatabase, READY_FRESH_MS),
    warn,
  };
  await keepHeartbeatPartitions(jobPool, clock.now(), config.heartbeatRetentionDays).catch((error: unknown) => {
    warn('the partitions of the heartbeats were left to the next job', { err: error });
  });
  const firstAdmin = await createFirstAdmin(orm.em, clock.now(), config.firstAdmin);
  if (!config.mutationsAuthorized) warn('every write is refused: set MUTATIONS_AUTHORIZED=true to authorize them');

  const doorSettings = {
    runtime,
    cookie: sessionCookie(config.sessionCookieName, config.publicUrl),
    brand: config.brand,
    jsonBodyLimitBytes: config.jsonBodyLimitBytes,
  };
  const graphql = await createGraphqlDoor(graphqlWire(doorSettings, log));
  const { callback, headers, headersFor } = await createRestApp(
    {
      ...doorSettings,
      log,
      trustedProxies: config.trustedProxies,
      allowedOrigins: config.allowedOrigins,
      publicSiteOrigins: config.publicSiteOrigins,
      https: config.publicUrl.protocol === 'https:',
    },
    [graphql.middleware],
  );
  const server = createHttpServer(callback, {
    maxBodyBytes: config.jsonBodyLimitBytes,
    uploads: uploadLimits(config.firmwareMaxBytes),
    headers,
    headersFor,
  });
  await listen(server, config);
  const jobs = options.jobs ? startJobs(jobPool, scheduledJobs(runtime, jobPool), warn) : undefined;
  jobs?.catch((error: unknown) => warn('the jobs did not start', { err: error }));

  return {
    url: `http://${config.host}:${portOf(server)}`,
    server,
    runtime,
    firstAdmin,
    async stop() {
      await drain(server, config.drainTimeoutMs);
      const closed = closeStores();
      await Promise.race([closed, sleep(CLOSE_DEADLINE_MS, undefined, { ref: false })]);
    },
  };

  async function closeStores(): Promise<void> {
    await jobs?.then((runner) => runner.stop()).catch(() => undefined);
    await graphql.stop();
    await Promise.all([
      limits.close(),
      sessions.close(),
      analytics.close(),
      ping.close(),
      devices.close(),
      offers.close(),
      exports.close(),
      storage.close(),
    ]);
    await jobPool.end();
    await orm.close(true);
  }
}

interface OpenStorage {
  readonly storage: ObjectStorage;
  readonly servedFiles: ServedFiles | undefined;
}

/** @param secret what the key of the download URLs is derived from */
async function openStorage(config: StorageConfig, publicUrl: URL, secret: Buffer, clock: Clock): Promise<OpenStorage> {
  if (config.kind === 's3') {
    // Loaded only where it is used: the SDK takes more memory than all the rest of the service's code.
    const { openS3Storage } = await import('./persistence/storage/s3-storage.ts');
    return { storage: openS3Storage(config, () => clock.now()), servedFiles: undefined };
  }
  const { files, ...storage } = openFileStorage(
    config.folder,
    signedDownloads(`${publicUrl.origin}/v1/firmware/files/`, secret),
  );
  return { storage, servedFiles: files };
}

async function openRateLimits(
  config: Config & { readonly databaseUrl: string },
  warn: (message: string) => void,
): Promise<RateLimits> {
  const onStoreLost = () => warn('the store of the rate limits is lost: counting in memory until it is back');
  if (config.rateLimitStore === 'redis' && config.redisUrl) {
    // Loaded only where it is used: it takes 6 MB.
    const { redisRateLimits } = await import('./persistence/redis-rate-limits.ts');
    return redisRateLimits(config.redisUrl, onStoreLost);
  }
  if (config.rateLimitStore === 'postgres') {
    const pool = openPool({ name: 'rate limit', url: config.databaseUrl, max: RATE_LIMIT_CONNECTIONS, warn });
    return { ...postgresRateLimits(pool, onStoreLost), close: () => pool.end() };
  }
  return memoryRateLimits();
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
