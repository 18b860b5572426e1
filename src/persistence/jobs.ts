import { EventEmitter, once } from 'node:events';
import { type LogFunctionFactory, Logger, parseCronItems, run } from 'graphile-worker';
import type pg from 'pg';
import { openPool } from './sql/pool.ts';

/** A background job, which runs on one instance at a time. */
export interface ScheduledJob {
  readonly name: string;
  /** Minute, hour, day of month, month, day of week, in UTC. */
  readonly cron: string;
  /** Whether it also runs when an instance starts, as what it keeps is outdated then. */
  readonly atStart?: true;
  /** Retried when it fails, so it must be idempotent. */
  readonly run: () => Promise<unknown>;
}

export interface JobRunner {
  /** Waits for the running job. */
  stop(): Promise<void>;
}

type Warn = (message: string, detail?: object) => void;

/** While one job takes minutes, such as a day of heartbeats, another one runs. */
const CONCURRENCY = 2;
/** The runner uses one connection to listen and one for its schedule; each job has one, and one for its statements. */
const CONNECTIONS = 2 + 2 * CONCURRENCY;
/** Moving a day of heartbeats may take long; waiting for a lock must not, because heartbeats queue behind it. */
const STATEMENT_TIMEOUT_MS = 300_000;
const LOCK_TIMEOUT_MS = 2_000;
const POLL_MS = 30_000;
const MAX_ATTEMPTS = 5;
/** Jobs that were missed while no instance ran are run later, up to this age. */
const CATCH_UP_MS = 3_600_000;

/** Connections for jobs: with long statement timeouts and short lock timeouts; opened on first use. */
export function openJobPool(url: string, warn: Warn): pg.Pool {
  return openPool({
    name: 'job',
    url,
    max: CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    warn,
  });
}

/**
 * Starts a runner for the jobs. Every instance has one: they share the schedule in the schema `graphile_worker`, which
 * the first one creates, and one of them runs each due job.
 */
export async function startJobs(pool: pg.Pool, jobs: readonly ScheduledJob[], warn: Warn): Promise<JobRunner> {
  const events = new EventEmitter();
  const listens = once(events, 'pool:listen:success') as Promise<[{ client: pg.PoolClient }]>;
  const runner = await run({
    pgPool: pool,
    events,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: new Logger(warningsOnly(warn)),
    // The worker takes an array that a task returns for a list of jobs: what ours return means nothing to it.
    taskList: Object.fromEntries(jobs.map((job) => [job.name, () => job.run().then(() => undefined)])),
    parsedCronItems: parseCronItems(
      jobs.map(({ name, cron }) => ({
        task: name,
        match: cron,
        options: { maxAttempts: MAX_ATTEMPTS, backfillPeriod: CATCH_UP_MS },
      })),
    ),
  });
  runner.promise.catch((error: unknown) => warn('the job runner stopped unexpectedly', { err: error }));
  const first = jobs.filter(({ atStart }) => atStart).map(({ name }) => name);
  // The key: one of each waits, however many instances start.
  const addFirst = () =>
    Promise.all(first.map((name) => runner.addJob(name, {}, { jobKey: name, maxAttempts: MAX_ATTEMPTS }))).catch(
      (error: unknown) => warn('could not run jobs at the start; their schedule does', { err: error }),
    );
  let isStopped = false;
  let adding: Promise<unknown> = Promise.resolve();
  // The runner hears of a job that is added while it listens; one that is added before waits for its next poll. The event
  // comes as the runner sends its LISTEN: an empty query on the same connection is answered after that.
  void listens.then(async ([{ client }]) => {
    await client.query('').catch(() => undefined);
    if (!isStopped) adding = addFirst();
  });
  return {
    async stop() {
      isStopped = true;
      await adding;
      await runner.stop();
    },
  };
}

function warningsOnly(warn: Warn): LogFunctionFactory {
  return () => (level, message) => {
    if (level === 'error' || level === 'warning') warn(`jobs: ${message}`);
  };
}
