import type { Figures, JobFigures } from '../model/ports.ts';
import { readBackupTimes } from './backup/backup-runs.ts';
import { openPool } from './sql/pool.ts';

const TIMEOUT_MS = 2_000;
const LOCK_TIMEOUT_MS = 1_000;

const RELEASES = 'select lifecycle as state, count(*)::int as count from release group by 1 order by 1';
/** The runner makes its schema when it first starts. */
const HAS_JOBS = `select to_regclass('graphile_worker.jobs') is not null as "hasJobs"`;
/** A run that is repeated later has an error; one that was given up keeps it. */
const JOBS = `
  select task_identifier as job,
         (count(*) filter (where attempts > 0 and last_error is not null))::int as failing,
         coalesce(greatest(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts)), 0), 0)::float8 as "lateSeconds"
    from graphile_worker.jobs
   where task_identifier = any($1)
   group by 1 order by 1`;

export interface FigureReader {
  read(): Promise<Pick<Figures, 'releases' | 'jobs' | 'backups'>>;
  close(): Promise<void>;
}

/** Reads the figures of the metrics, on one connection of its own: they must be there when the other pools are taken. @param jobs their names */
export function openFigureReader(url: string, jobs: readonly string[], warn: (message: string) => void): FigureReader {
  const pool = openPool({
    name: 'figures',
    url,
    max: 1,
    statementTimeoutMs: TIMEOUT_MS,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    connectTimeoutMs: TIMEOUT_MS,
    warn,
  });
  return {
    async read() {
      const releases = await pool.query<Figures['releases'][number]>(RELEASES);
      const { rows } = await pool.query<{ hasJobs: boolean }>(HAS_JOBS);
      const found = rows[0]?.hasJobs ? (await pool.query<JobFigures>(JOBS, [jobs])).rows : [];
      const backups = await readBackupTimes(pool);
      const none = { failing: 0, lateSeconds: 0 };
      return {
        releases: releases.rows,
        backups,
        jobs: jobs.map((job) => found.find((row) => row.job === job) ?? { job, ...none }),
      };
    },
    close: () => pool.end(),
  };
}
