import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { atPort } from './config.ts';
import { inDataDir } from './data-dir.ts';
import { PASSWORD_COST, type PasswordCost } from './domain/auth/index.ts';
import { applyErasedCustomers } from './domain/customers/index.ts';
import { scheduledJobs } from './domain/jobs/index.ts';
import type { Runtime } from './domain/kernel/operation.ts';
import { requireKeys } from './domain/keys/index.ts';
import { ensureFirstAdmin, type FirstAdmin } from './domain/team/index.ts';
import type { Logger } from './log.ts';
import type { Clock, RateLimits } from './model/ports.ts';
import { explainDatabaseError } from './persistence/database-errors.ts';
import { waitForDatabase } from './persistence/database-start.ts';
import { keepHeartbeatPartitions } from './persistence/devices/heartbeat-partitions.ts';
import { sampleHeartbeats } from './persistence/devices/sample-heartbeats.ts';
import { openFigureReader } from './persistence/figures.ts';
import { startJobs } from './persistence/jobs.ts';
import { migrate, requireMigrated } from './persistence/migrate.ts';
import { keepNameOrder } from './persistence/name-order.ts';
import { readSchemaState, UNFINISHED_RESTORE } from './persistence/schema-state.ts';
import { backupJobs } from './platform/backup/backup-job.ts';
import { loadKeys } from './platform/keys/key-files.ts';
import { diskOf } from './platform/telemetry/disk.ts';
import { latestFigures } from './platform/telemetry/metric-sources.ts';
import { openTelemetry } from './platform/telemetry/telemetry.ts';
import { type ConsoleState, consoleFolder, readConsole } from './rest/console/console-build.ts';
import { type ReservedPort, reservePort } from './rest/port.ts';
import { crossSiteWarnings } from './rest/same-site.ts';
import { runtimeOf } from './runtime.ts';
import { warnOfSettings, warnOfStoredRecords } from './start-warnings.ts';
import { type ConfigWithDatabase, openStores, type Stores, type Warn } from './stores.ts';
import { openTransports } from './transports.ts';

/** Limit for closing connections in use: one that PostgreSQL never answers must not keep a stopped service alive. */
const CLOSE_DEADLINE_MS = 5_000;

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
  /** The data is a made-up business, whose devices a job sends heartbeats for; default false. */
  readonly isSample?: boolean;
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
export async function startApp(settings: ConfigWithDatabase, log: Logger, options: AppOptions = {}): Promise<App> {
  const port = options.port ?? (await reservePort(settings));
  const closing = new AsyncDisposableStack();
  try {
    return await startBehind(port, closing, atPort(settings, port.port), log, options);
  } catch (error) {
    // What fails or hangs in closing must not hide why the start failed.
    await Promise.allSettled([port.close(0), closed(closing)]);
    throw error;
  }
}

/**
 * The order of a start: keys, database, stores, records, transports, jobs.
 * @param closing gets what has to be closed, the last first
 */
async function startBehind(
  port: ReservedPort,
  closing: AsyncDisposableStack,
  config: ConfigWithDatabase,
  log: Logger,
  options: AppOptions,
): Promise<App> {
  const { clock = { now: () => new Date() }, passwordCost = PASSWORD_COST, signal } = options;
  const warn: Warn = (message, detail = {}) => log.warn(detail, message);
  const telemetry = await openTelemetry(config.telemetry, warn);
  closing.defer(() => telemetry.close());
  const keys = await openKeys(config, warn);
  for (const warning of await crossSiteWarnings(config.publicUrl, config.allowedOrigins)) warn(warning);
  await prepareDatabase(config, warn, signal);

  const stores = await openStores(closing, config, {
    clock,
    warn,
    downloadSecrets: () => keys.claimCodePeppers,
    limits: options.limits,
    limitStoreTimeoutMs: options.limitStoreTimeoutMs,
  });
  let isStopping = false;
  const runtime = runtimeOf(config, stores, {
    clock,
    keys,
    telemetry,
    passwordCost,
    instanceLimits: options.limits,
    warn,
    isStopping: () => isStopping,
  });
  const firstAdmin = await prepareRecords(config, stores, runtime, warn);

  const ownConsole: ConsoleState = config.console
    ? readConsole(options.consoleFolder ?? consoleFolder())
    : { kind: 'off' };
  const { graphql, application } = await openTransports(closing, config, stores, runtime, ownConsole, log);
  signal?.throwIfAborted();
  port.open((req, res) => telemetry.request(req.headers.traceparent, () => application(req, res)));
  const service = { config, stores, runtime, telemetry, log, warn };
  const jobs = openJobs(closing, service, options);
  if (telemetry.metricsPort !== undefined) showMetrics(closing, service, jobs, graphql.openStreams);

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
      await closed(closing);
    },
  };
}

async function openKeys(config: ConfigWithDatabase, warn: Warn): Promise<Runtime['keys']> {
  await refuseUnfinishedRestore(config);
  const keys = await inDataDir(config.dataDir, () => loadKeys(config.keys, warn));
  for (const warning of keys.warnings) warn(warning);
  return keys;
}

/** Waits for the database, and brings its schema to this version. */
async function prepareDatabase(
  { databaseUrl, migratesAtStart }: ConfigWithDatabase,
  warn: Warn,
  signal: AbortSignal | undefined,
): Promise<void> {
  await waitForDatabase(databaseUrl, { warn, signal });
  await (migratesAtStart ? migrate(databaseUrl) : requireMigrated(databaseUrl));
  await keepNameOrder(databaseUrl, warn);
  signal?.throwIfAborted();
}

/**
 * Makes the records that a service needs, and checks those that it has.
 * @returns the first admin's login, if this start created it or its generated password is still unused
 */
async function prepareRecords(
  config: ConfigWithDatabase,
  { orm, jobPool }: Stores,
  runtime: Runtime,
  warn: Warn,
): Promise<FirstAdmin | undefined> {
  const { clock, keys, passwordCost } = runtime;
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
  return firstAdmin;
}

/** A service that is built, for what runs beside its requests. */
interface BuiltService {
  readonly config: ConfigWithDatabase;
  readonly stores: Stores;
  readonly runtime: Runtime;
  readonly telemetry: Awaited<ReturnType<typeof openTelemetry>>;
  readonly log: Logger;
  readonly warn: Warn;
}

/**
 * The background jobs, the schedule of backups among them.
 * @param options whether they are started, and whether the data is a sample
 * @returns their names
 */
function openJobs(
  closing: AsyncDisposableStack,
  { config, stores: { jobPool }, runtime, telemetry, log, warn }: BuiltService,
  { jobs, isSample }: AppOptions,
): readonly string[] {
  const backups = backupJobs(config.backupSchedule, { info: (message, detail) => log.info(detail, message), warn });
  const ofSample = isSample ? [sampleHeartbeats(jobPool, runtime.clock)] : [];
  const planned = [...scheduledJobs(runtime, jobPool), ...backups.jobs, ...ofSample].map((job) => ({
    ...job,
    run: () => telemetry.job(job.name, async () => job.run()),
  }));
  const started = jobs ? startJobs(jobPool, planned, warn) : undefined;
  started?.catch((error: unknown) => warn('could not start the background jobs', { err: error }));
  closing.defer(() => started?.then((runner) => runner.stop()).catch(() => undefined));
  closing.defer(() => backups.end());
  return planned.map(({ name }) => name);
}

/** Gives the metrics what they read at each scrape. */
function showMetrics(
  closing: AsyncDisposableStack,
  { config, stores: { shares }, runtime, telemetry, warn }: BuiltService,
  jobs: readonly string[],
  streams: () => number,
): void {
  const reader = openFigureReader(config.databaseUrl, jobs, warn);
  closing.defer(() => reader.close());
  telemetry.show({
    pools: () => shares.poolUse(),
    streams,
    isReady: () => runtime.isReady(),
    figures: latestFigures(async () => {
      const parts = await Promise.all([reader.read(), runtime.pingStorage(), diskOf(config.dataDir)]);
      const [figures, storageAnswers, disk] = parts;
      return { ...figures, disk, storage: storageAnswers, readAt: runtime.clock.now() };
    }, warn),
  });
}

/** Before new keys are made: a restore brings its own. Another problem of the database is reported later. */
async function refuseUnfinishedRestore({ keys, databaseUrl }: ConfigWithDatabase): Promise<void> {
  if (keys.kind !== 'folder' || existsSync(keys.path)) return;
  const state = await readSchemaState(databaseUrl).catch(() => undefined);
  if (state?.isUnfinishedRestore) throw new Error(UNFINISHED_RESTORE);
}

/** Waits until all is closed, but not for what hangs. */
async function closed(closing: AsyncDisposableStack): Promise<void> {
  await Promise.race([closing.disposeAsync(), sleep(CLOSE_DEADLINE_MS, undefined, { ref: false })]);
}

/** Whom a restored backup has brought back is erased before anybody can be answered. */
async function eraseReturned(runtime: Runtime, warn: Warn): Promise<void> {
  try {
    const returned = await applyErasedCustomers(runtime, 'SYSTEM');
    if (returned > 0) warn('erased customers were in the database again: they are anonymized again', { returned });
  } catch (error) {
    warn('could not anonymize the erased customers who are in the database again; the next start retries', {
      err: error,
    });
  }
}
