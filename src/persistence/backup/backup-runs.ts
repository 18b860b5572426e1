import type pg from 'pg';

/** A backup that the schedule made, or tried to make. */
export interface BackupRun {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly file: string;
  /** Undefined: it failed. */
  readonly bytes: number | undefined;
  readonly verified: boolean;
  /** Why it failed. */
  readonly error: string | undefined;
}

export interface LastBackup {
  readonly last: BackupRun | undefined;
  readonly lastSuccess: BackupRun | undefined;
}

/** How many are remembered. */
const KEPT_RUNS = 200;

type Client = Pick<pg.ClientBase, 'query'>;

/** The latest backup of the schedule, and the latest that succeeded, for whoever looks after an installation. */
export async function lastBackup(client: Client): Promise<LastBackup> {
  const [last, lastSuccess] = await Promise.all([latest(client, ''), latest(client, 'where error is null')]);
  return { last, lastSuccess };
}

async function latest(client: Client, where: string): Promise<BackupRun | undefined> {
  const { rows } = await client.query(
    `select started_at, ended_at, file, bytes, verified, error from backup_run ${where} order by id desc limit 1`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { started_at: startedAt, ended_at: endedAt, file, bytes, verified, error } = row;
  return {
    startedAt,
    endedAt,
    file,
    bytes: bytes === null ? undefined : Number(bytes),
    verified,
    error: error ?? undefined,
  };
}

/** When the last backup of the schedule was made, and when one failed last. */
export interface BackupTimes {
  readonly madeAt: Date | undefined;
  readonly failedAt: Date | undefined;
}

const TIMES = `
  select max(ended_at) filter (where error is null) as "madeAt", max(ended_at) filter (where error is not null) as "failedAt"
    from backup_run`;

/** When backups of the schedule ended; undefined for what never happened. */
export async function readBackupTimes(client: Client): Promise<BackupTimes> {
  const { rows } = await client.query<{ madeAt: Date | null; failedAt: Date | null }>(TIMES);
  return { madeAt: rows[0]?.madeAt ?? undefined, failedAt: rows[0]?.failedAt ?? undefined };
}

/** Remembers the outcome of a backup. */
export async function recordBackup(client: Client, run: BackupRun): Promise<void> {
  const { startedAt, endedAt, file, bytes, verified, error } = run;
  await client.query(
    'insert into backup_run (started_at, ended_at, file, bytes, verified, error) values ($1, $2, $3, $4, $5, $6)',
    [startedAt, endedAt, file, bytes ?? null, verified, error ?? null],
  );
  await client.query(`delete from backup_run where id <= (select max(id) from backup_run) - ${KEPT_RUNS}`);
}
