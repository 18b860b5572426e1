import { EventEmitter, once } from 'node:events';
import { type LogFunctionFactory, Logger, parseCronItems, run } from 'graphile-worker';
import type pg from 'pg';
import { openPool } from './sql/pool.ts';

/** A background job, which runs on one instance at a time. */
export interface ScheduledJob {
  readonly name: string;
  /** Minute, hour, day of month, month, day of week, in UTC. */
  readonly cron: string;
  /** True if it also runs when an instance starts, because its results are outdated then. */
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
/** Clocks differ by less, unless one was wrong. */
const SET_BACK_MS = 120_000;

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
 * the first one creates, and one of them runs each due job. A clock that was ahead does not stop the schedule: see `believeClock`.
 */
export async function startJobs(pool: pg.Pool, jobs: readonly ScheduledJob[], warn: Warn): Promise<JobRunner> {
  const firsts = jobs.filter(({ atStart }) => atStart).map(({ name }) => name);
  const events: RunnerEvents = { warn, onClockSetBack: () => void restart() };
  let isStopped = false;
  let running: JobRunner | undefined = await startRunner(pool, jobs, firsts, events);
  let restarting: Promise<void> | undefined;

  /** A runner that computed its next run by a wrong clock waits until that time. */
  function restart(): Promise<void> {
    restarting ??= startAnew()
      .catch((error: unknown) => warn('could not start the background jobs anew', { err: error }))
      .finally(() => {
        restarting = undefined;
      });
    return restarting;
  }

  async function startAnew(): Promise<void> {
    warn('the clock was set back: the schedule of the background jobs starts anew');
    const before = running;
    running = undefined;
    await before?.stop();
    if (!isStopped) running = await startRunner(pool, jobs, [], events);
  }

  return {
    async stop() {
      isStopped = true;
      await restarting;
      await running?.stop();
    },
  };
}

interface RunnerEvents {
  readonly warn: Warn;
  readonly onClockSetBack: () => void;
}

/** @param firsts the names of jobs that run at once */
async function startRunner(
  pool: pg.Pool,
  jobs: readonly ScheduledJob[],
  firsts: readonly string[],
  { warn, onClockSetBack }: RunnerEvents,
): Promise<JobRunner> {
  const events = new EventEmitter();
  const listens = once(events, 'pool:listen:success') as Promise<[{ client: pg.PoolClient }]>;
  const believe = () =>
    believeClock(pool).catch((error: unknown) =>
      warn('could not check the schedule of the background jobs', { err: error }),
    );
  await believe();
  events.on('cron:scheduled', believe);
  events.on('cron:prematureTimer', ({ currentTimestamp, expectedTimestamp }: CronTimer) => {
    if (expectedTimestamp - currentTimestamp > SET_BACK_MS) onClockSetBack();
  });
  const runner = await run({
    pgPool: pool,
    events,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: new Logger(warningsOnly(warn)),
    // The worker interprets an array that a task returns as a list of jobs, so results are discarded.
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
  // The key: at most one of each waits, even if many instances start.
  const addFirst = () =>
    Promise.all(firsts.map((name) => runner.addJob(name, {}, { jobKey: name, maxAttempts: MAX_ATTEMPTS }))).catch(
      (error: unknown) => warn('could not run jobs at the start; their schedule does', { err: error }),
    );
  let isStopped = false;
  let adding: Promise<unknown> = Promise.resolve();
  // The runner is notified of a job that is added while it listens; a job that is added before waits for its next poll. The
  // event is emitted when the runner sends its LISTEN: an empty query on the same connection is answered after that.
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

interface CronTimer {
  readonly currentTimestamp: number;
  readonly expectedTimestamp: number;
}

/**
 * Deletes the records of runs in the future, which an instance whose clock was ahead has written: no instance would schedule
 * the jobs again before.
 */
async function believeClock(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ known: boolean }>(
    `select to_regclass('graphile_worker._private_known_crontabs') is not null as known`,
  );
  if (!rows[0]?.known) return;
  await pool.query(
    `update graphile_worker._private_known_crontabs set last_execution = now() where last_execution > now() + $1 * interval '1 millisecond'`,
    [SET_BACK_MS],
  );
}

function warningsOnly(warn: Warn): LogFunctionFactory {
  return () => (level, message) => {
    if (level === 'error' || level === 'warning') warn(`jobs: ${message}`);
  };
}
