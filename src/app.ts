import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { atPort, type Config } from './config.ts';
import { inDataDir } from './data-dir.ts';
import { PASSWORD_COST, type PasswordCost } from './domain/auth/index.ts';
import { applyErasedCustomers } from './domain/customers/index.ts';
import { sharedAnswer } from './domain/health/index.ts';
import { scheduledJobs } from './domain/jobs/index.ts';
import { clientErrorLimit } from './domain/kernel/client-error-limit.ts';
import type { Runtime } from './domain/kernel/operation.ts';
import { RuntimeState } from './domain/kernel/runtime-state.ts';
import { requireKeys } from './domain/keys/index.ts';
import { ensureFirstAdmin, type FirstAdmin } from './domain/team/index.ts';
import { createGraphqlTransport } from './graphql/server.ts';
import type { Logger } from './log.ts';
import type { Clock, ObjectStorage, RateLimits, ServedFiles, StorageSettings } from './model/ports.ts';
import type { AnalyticsSettings } from './persistence/analytics/reader.ts';
import { openSessionDatabase } from './persistence/auth/session-database.ts';
import { explainDatabaseError } from './persistence/database-errors.ts';
import { waitForDatabase } from './persistence/database-start.ts';
import { deviceBatcher } from './persistence/devices/device-batcher.ts';
import { keepHeartbeatPartitions } from './persistence/devices/heartbeat-partitions.ts';
import { openFigureReader } from './persistence/figures.ts';
import { databasePing } from './persistence/health.ts';
import { reportWriter } from './persistence/installations/report-store.ts';
import { databaseShares } from './persistence/isolation/database-shares.ts';
import { mainPoolRules } from './persistence/isolation/main-pool-rules.ts';
import { readiness } from './persistence/isolation/readiness.ts';
import { openJobPool, startJobs } from './persistence/jobs.ts';
import { openChangeFeed } from './persistence/live/change-feed.ts';
import { migrate, requireMigrated } from './persistence/migrate.ts';
import { keepNameOrder } from './persistence/name-order.ts';
import { offerBatcher } from './persistence/offers/offer-batcher.ts';
import { closeOrm, createOrm } from './persistence/orm.ts';
import { type Reads, readsOf, withReplicaReads } from './persistence/replica/replica.ts';
import { readSchemaState, UNFINISHED_RESTORE } from './persistence/schema-state.ts';
import { openPool } from './persistence/sql/pool.ts';
import { backupJobs } from './platform/backup/backup-job.ts';
import { loadKeys } from './platform/keys/key-files.ts';
import { memoryRateLimits, postgresRateLimits } from './platform/rate-limits/rate-limits.ts';
import { openFileStorage } from './platform/storage/file-storage.ts';
import { signedDownloads } from './platform/storage/signed-downloads.ts';
import { reasonOf, storageProblem } from './platform/storage/storage-problem.ts';
import { diskOf } from './platform/telemetry/disk.ts';
import { latestFigures } from './platform/telemetry/metric-sources.ts';
import { openTelemetry } from './platform/telemetry/telemetry.ts';
import { createRestApp } from './rest/app.ts';
import { type ConsoleState, consoleFolder, readConsole } from './rest/console/console-build.ts';
import { graphqlWire } from './rest/graphql-wire.ts';
import { jsonBodyReader } from './rest/middleware/json-body.ts';
import { sessionCookie } from './rest/middleware/session-cookie.ts';
import { type ReservedPort, reservePort } from './rest/port.ts';
import { crossSiteWarnings } from './rest/same-site.ts';
import { StaticAnswers } from './rest/static/static-answers.ts';
import { warnOfSettings, warnOfStoredRecords } from './start-warnings.ts';

/** Limit for closing connections in use: one that PostgreSQL never answers must not keep a stopped service alive. */
const CLOSE_DEADLINE_MS = 5_000;

/** Time for which a readiness result is cached. */
const READY_FRESH_MS = 1_000;
/** Twice the maximum cost of a GraphQL query: the rows that its lists may read, with the rows read along with them. */
const MAX_ROWS_PER_REQUEST = 20_000;
/** Rate limits need one short statement; their own connections keep them working on a busy service. */
const RATE_LIMIT_CONNECTIONS = 4;

/** Parts that tests replace: the clock, limits, and what a password's hash costs. */
export interface AppOptions {
  readonly clock?: Clock;
  readonly limits?: RateLimits;
  /** After which a shared store of limits counts as unavailable. */
  readonly limitStoreTimeoutMs?: number;
  readonly passwordCost?: PasswordCost;
  /** Of the console's build; default: that of this installation. */
  readonly consoleFolder?: string;
  /** Run background jobs (src/domain/jobs); default false. */
  readonly jobs?: boolean;
  /** The port, if it is already listening: the start opens it, and closes it on failure. */
  readonly port?: ReservedPort;
  /** Aborts the start. */
  readonly signal?: AbortSignal;
}

export interface App {
  readonly url: string;
  readonly server: Server;
  readonly runtime: Runtime;
  /** The first admin's login, if this start created it or its generated password is still unused. */
  readonly firstAdmin: FirstAdmin | undefined;
  readonly console: ConsoleState['kind'];
  /** The port of the metrics; undefined: they are off. */
  readonly metricsPort: number | undefined;
  /** Finishes pending requests, then closes everything. */
  stop(): Promise<void>;
}

/**
 * Builds the service: port, stores, domain, transports. It listens from the beginning, answers 503 during the start, and is
 * ready when this resolves.
 * @param settings with `databaseUrl`: main.ts starts the embedded PostgreSQL
 */
export async function startApp(
  settings: Config & { readonly databaseUrl: string },
  log: Logger,
  options: AppOptions = {},
): Promise<App> {
  const port = options.port ?? (await reservePort(settings));
  const stores = new AsyncDisposableStack();
  try {
    return await startBehind(port, stores, atPort(settings, port.port), log, options);
  } catch (error) {
    // What fails or hangs in closing must not hide why the start failed.
    await Promise.allSettled([port.close(0), closed(stores)]);
    throw error;
  }
}

/** @param stores gets what has to be closed, the last first */
async function startBehind(
  port: ReservedPort,
  stores: AsyncDisposableStack,
  config: Config & { readonly databaseUrl: string },
  log: Logger,
  options: AppOptions,
): Promise<App> {
  const { clock = { now: () => new Date() }, passwordCost = PASSWORD_COST } = options;
  const warn = (message: string, detail: object = {}) => log.warn(detail, message);
  const telemetry = await openTelemetry(config.telemetry, warn);
  stores.defer(() => telemetry.close());
  await refuseUnfinishedRestore(config);
  const keys = await inDataDir(config.dataDir, () => loadKeys(config.keys, warn));
  for (const warning of keys.warnings) warn(warning);
  for (const warning of await crossSiteWarnings(config.publicUrl, config.allowedOrigins)) warn(warning);

  await waitForDatabase(config.databaseUrl, { warn, signal: options.signal });
  await (config.migratesAtStart ? migrate(config.databaseUrl) : requireMigrated(config.databaseUrl));
  await keepNameOrder(config.databaseUrl, warn);
  options.signal?.throwIfAborted();
  const { databasePoolSize: poolMax, databaseStatementTimeoutMs: statementTimeoutMs } = config;
  const shares = databaseShares({ maxMs: statementTimeoutMs, maxRows: MAX_ROWS_PER_REQUEST }, warn);
  const orm = await createOrm({
    url: config.databaseUrl,
    poolMax,
    statementTimeoutMs,
    share: (pool) => shares.apply('main', pool, mainPoolRules(poolMax, statementTimeoutMs)),
    warn,
  });
  stores.defer(() => closeOrm(orm));
  const sessions = openSessionDatabase(config.databaseUrl, warn);
  stores.defer(() => sessions.close());
  const readSettings = {
    url: config.databaseUrl,
    statementTimeoutMs,
    shares,
    warn,
  };
  const reads = await openReads(() => orm.em, config, readSettings);
  stores.defer(() => reads.close());
  const ping = databasePing(config.databaseUrl, warn);
  stores.defer(() => ping.close());
  const pingDatabase = sharedAnswer(() => ping.ping());
  const databaseAnswers = sharedAnswer(() => ping.answers());
  const devices = deviceBatcher(config.databaseUrl, warn);
  stores.defer(() => devices.close());
  const offers = offerBatcher(config.databaseUrl, warn);
  stores.defer(() => offers.close());
  const jobPool = openJobPool(config.databaseUrl, warn);
  stores.defer(() => jobPool.end());
  const changes = openChangeFeed(config.databaseUrl, warn);
  stores.defer(() => changes.close());
  const limits = options.limits ?? (await openRateLimits(config, warn, options.limitStoreTimeoutMs));
  stores.defer(() => limits.close());
  const { storage, servedFiles, probe } = await openStorage(
    config.storage,
    config.publicUrl,
    () => keys.claimCodePeppers,
    clock,
  );
  stores.defer(() => storage.close());
  // Not awaited: a storage that hangs must not block operations that do not use it.
  probe().catch((error: unknown) => warn(storageProblem(config.storage, error)));
  let isStopping = false;
  const isReady = sharedAnswer(readiness(pingDatabase, shares, warn), READY_FRESH_MS);
  const runtime: Runtime = {
    state: new RuntimeState(),
    em: () => orm.em,
    sessionDatabase: sessions.db,
    findSession: sessions.findHolder,
    findServiceAccount: sessions.findServiceAccount,
    lists: reads.lists,
    analytics: reads.analytics,
    shares,
    clock,
    keys,
    limits,
    instanceLimits: options.limits ?? memoryRateLimits(),
    clientErrors: clientErrorLimit(limits),
    settings: domainSettings(config),
    passwordCost,
    devices,
    offers,
    reports: reportWriter(orm.em),
    exports: reads.exports,
    storage,
    servedFiles,
    pingDatabase,
    databaseAnswers,
    pingStorage: sharedAnswer(() => storage.ping()),
    isReady: async () => !isStopping && (await isReady()),
    warn,
    telemetry,
  };
  await keepHeartbeatPartitions(jobPool, clock.now(), config.heartbeatRetentionDays).catch((error: unknown) => {
    warn('could not create heartbeat partitions; the next job retries', { err: error });
  });
  await requireKeys(orm.em.fork(), keys, clock.now(), warn);
  const firstAdmin = await ensureFirstAdmin(orm.em, {
    now: clock.now(),
    keys,
    warn,
    passwordCost,
    configured: config.firstAdmin,
  }).catch((error: unknown) => {
    throw explainDatabaseError(error, config.databaseUrl);
  });
  await eraseReturned(runtime, warn);
  warnOfSettings(config, firstAdmin, warn);
  await warnOfStoredRecords(orm.em, warn);

  const routerSettings = {
    runtime,
    cookie: sessionCookie(config.sessionCookieName, config.publicUrl),
    brand: config.brand,
    jsonBodyLimitBytes: config.jsonBodyLimitBytes,
    readBody: jsonBodyReader(config.jsonBodyLimitBytes),
  };
  const staticAnswers = new StaticAnswers(runtime.instanceLimits);
  const ownConsole: ConsoleState = config.console
    ? readConsole(options.consoleFolder ?? consoleFolder())
    : { kind: 'off' };
  const graphql = await createGraphqlTransport(graphqlWire(routerSettings, staticAnswers, log), {
    runtime,
    changes,
    trustedDocuments: {
      ...config.trustedDocuments,
      ofConsole: ownConsole.kind === 'built' ? ownConsole.build.manifest : undefined,
    },
  });
  stores.defer(() => graphql.stop());
  const application = await createRestApp(
    {
      ...routerSettings,
      log,
      trustedProxies: config.trustedProxies,
      allowedOrigins: config.allowedOrigins,
      publicSiteOrigins: config.publicSiteOrigins,
      https: config.publicUrl.protocol === 'https:',
      appLinks: config.appLinks,
      staticAnswers,
      console: ownConsole,
      // Whoever asks about the health learns of the database from the answer.
      lastBackup:
        config.backupSchedule &&
        latestFigures(
          () => ping.backups(),
          () => undefined,
        ),
    },
    [graphql.middleware, graphql.live],
  );
  options.signal?.throwIfAborted();
  port.open((req, res) => telemetry.request(req.headers.traceparent, () => application(req, res)));
  const backups = backupJobs(config.backupSchedule, { info: (message, detail) => log.info(detail, message), warn });
  const planned = [...scheduledJobs(runtime, jobPool), ...backups.jobs].map((job) => ({
    ...job,
    run: () => telemetry.job(job.name, async () => job.run()),
  }));
  const jobs = options.jobs ? startJobs(jobPool, planned, warn) : undefined;
  jobs?.catch((error: unknown) => warn('could not start the background jobs', { err: error }));
  stores.defer(() => jobs?.then((runner) => runner.stop()).catch(() => undefined));
  stores.defer(() => backups.end());
  if (telemetry.metricsPort !== undefined) {
    const names = planned.map(({ name }) => name);
    const reader = openFigureReader(config.databaseUrl, names, warn);
    stores.defer(() => reader.close());
    telemetry.show({
      pools: () => shares.poolUse(),
      streams: graphql.openStreams,
      isReady: () => runtime.isReady(),
      figures: latestFigures(async () => {
        const parts = await Promise.all([reader.read(), runtime.pingStorage(), diskOf(config.dataDir)]);
        const [figures, storageAnswers, disk] = parts;
        return { ...figures, disk, storage: storageAnswers, readAt: clock.now() };
      }, warn),
    });
  }

  return {
    url: port.url,
    server: port.server,
    runtime,
    firstAdmin,
    console: ownConsole.kind,
    metricsPort: telemetry.metricsPort,
    async stop() {
      isStopping = true;
      // A load balancer sees it by /readyz, and sends its next requests to others before this one refuses any.
      if (config.drainNoticeMs > 0) await sleep(config.drainNoticeMs);
      await Promise.all([graphql.endStreams(), port.close(config.drainTimeoutMs)]);
      await closed(stores);
    },
  };
}

/** The settings that operations use. */
function domainSettings(config: Config): Runtime['settings'] {
  return {
    brand: config.brand,
    publicUrl: config.publicUrl.origin,
    businessTimeZone: config.businessTimeZone,
    downloadUrlSeconds: config.downloadUrlSeconds,
    mutationsAuthorized: config.mutationsAuthorized,
    publicUrlIsLocal: config.publicUrlIsLocal,
    provisionerFingerprints: config.provisionerFingerprints,
    signatureThresholds: {
      INTERNAL: config.releaseSignatureThreshold,
      BETA: config.releaseSignatureThreshold,
      STABLE: config.releaseSignatureThresholdStable,
    },
    firmwareMaxBytes: config.firmwareMaxBytes,
    heartbeatRetentionDays: config.heartbeatRetentionDays,
    deviceDayRetentionDays: config.deviceDayRetentionDays,
    rollout: config.rollout,
  };
}

/** Before new keys are made: a restore brings its own. Another problem of the database is reported later. */
async function refuseUnfinishedRestore({
  keys,
  databaseUrl,
}: Config & { readonly databaseUrl: string }): Promise<void> {
  if (keys.kind !== 'folder' || existsSync(keys.path)) return;
  const state = await readSchemaState(databaseUrl).catch(() => undefined);
  if (state?.isUnfinishedRestore) throw new Error(UNFINISHED_RESTORE);
}

/** Waits until all is closed, but not for what hangs. */
async function closed(stores: AsyncDisposableStack): Promise<void> {
  await Promise.race([stores.disposeAsync(), sleep(CLOSE_DEADLINE_MS, undefined, { ref: false })]);
}

/** Whom a restored backup has brought back is erased before anybody can be answered. */
async function eraseReturned(runtime: Runtime, warn: Runtime['warn']): Promise<void> {
  try {
    const returned = await applyErasedCustomers(runtime, 'SYSTEM');
    if (returned > 0) warn('erased customers were in the database again: they are anonymized again', { returned });
  } catch (error) {
    warn('could not anonymize the erased customers who are in the database again; the next start retries', {
      err: error,
    });
  }
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

async function openRateLimits(
  config: Config & { readonly databaseUrl: string },
  warn: (message: string) => void,
  timeoutMs?: number,
): Promise<RateLimits> {
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
