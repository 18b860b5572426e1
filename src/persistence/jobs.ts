import { type LogFunctionFactory, Logger, parseCronItems, run } from 'graphile-worker';
import type pg from 'pg';
import { openPool } from './pool.ts';

/** Work that is done now and then, by one instance however many there are. */
export interface ScheduledJob {
  readonly name: string;
  /** Minute, hour, day of month, month, day of week, in UTC. */
  readonly cron: string;
  /** Done again when it fails, so doing it twice must be the same as once. */
  readonly run: () => Promise<void>;
}

export interface JobRunner {
  /** Lets the job under way finish. */
  stop(): Promise<void>;
}

type Warn = (message: string, detail?: object) => void;

/** The runner listens on one, works on one, and keeps its schedule on another. */
const CONNECTIONS = 4;
/** Moving a day of heartbeats may take a while; waiting for a lock must not, since heartbeats queue up behind it. */
const STATEMENT_TIMEOUT_MS = 300_000;
const LOCK_TIMEOUT_MS = 2_000;
const POLL_MS = 30_000;
const MAX_ATTEMPTS = 5;
/** What was due while no instance ran is made up for when it is no older than this. */
const CATCH_UP_MS = 3_600_000;

/** Connections for jobs: patient with statements, impatient with locks; none is opened before its first use. */
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
 * the first one makes, and each time a job is due, one of them does it.
 */
export async function startJobs(pool: pg.Pool, jobs: readonly ScheduledJob[], warn: Warn): Promise<JobRunner> {
  const runner = await run({
    pgPool: pool,
    concurrency: 1,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: new Logger(warningsOnly(warn)),
    taskList: Object.fromEntries(jobs.map((job) => [job.name, job.run])),
    parsedCronItems: parseCronItems(
      jobs.map(({ name, cron }) => ({
        task: name,
        match: cron,
        options: { maxAttempts: MAX_ATTEMPTS, backfillPeriod: CATCH_UP_MS },
      })),
    ),
  });
  runner.promise.catch((error: unknown) => warn('the job runner stopped unexpectedly', { err: error }));
  return { stop: () => runner.stop() };
}

function warningsOnly(warn: Warn): LogFunctionFactory {
  return () => (level, message) => {
    if (level === 'error' || level === 'warning') warn(`jobs: ${message}`);
  };
}
