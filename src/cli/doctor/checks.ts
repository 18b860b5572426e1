import { existsSync } from 'node:fs';
import { readKeyLocation } from '../../config.ts';
import { findKeyProblems, keyWarnings, missingKeys } from '../../domain/keys/index.ts';
import type { BackupSchedule, S3Access, StorageSettings } from '../../model/ports.ts';
import { openOperatorKeys } from '../../operator-keys.ts';
import { lastBackup } from '../../persistence/backup/backup-runs.ts';
import { explainDatabaseError } from '../../persistence/database-errors.ts';
import { nameOrderProblem } from '../../persistence/name-order.ts';
import { readNamedObjects } from '../../persistence/objects/named-objects.ts';
import { closeOrm, createOrm } from '../../persistence/orm.ts';
import { readSchemaState, UNFINISHED_RESTORE } from '../../persistence/schema-state.ts';
import { openPool } from '../../persistence/sql/pool.ts';
import { openFolder } from '../../platform/backup/place.ts';
import { openObjects } from '../../platform/storage/open-objects.ts';
import { storageProblem } from '../../platform/storage/storage-problem.ts';
import { diskOf } from '../../platform/telemetry/disk.ts';
import { serviceFolder } from '../admin/as-system.ts';
import { type Outcome, ok, problem, warning } from './finding.ts';

const HOUR_MS = 3_600_000;
/** A daily backup, its duration, and a retry. */
const OLDEST_BACKUP_MS = 30 * HOUR_MS;
const CLOCK_MS = 2_000;
/** Parts of a disk: of less an operator should know, and of the least writes will soon fail. */
const LITTLE_FREE = 0.1;
const LEAST_FREE = 0.02;
const TIMEOUT_MS = 5_000;

export async function checkSchema(url: string): Promise<Outcome> {
  const { empty, missing, unknown, isUnfinishedRestore } = await readSchemaState(url);
  if (isUnfinishedRestore) return problem(UNFINISHED_RESTORE);
  if (empty) return problem('The database is empty. Start the service once, or restore a backup.');
  if (unknown.length > 0)
    return problem(`A newer version of Karvon migrated it: it has ${unknown.join(', ')}. Use that version.`);
  if (missing.length > 0)
    return problem(`It lacks ${missing.join(', ')}. Run karvon migrate, or start the service of this version.`);
  return ok('It is that of this version.');
}

export async function checkKeys(url: string, now: Date): Promise<readonly Outcome[]> {
  const { keys } = openOperatorKeys(readKeyLocation(serviceFolder()));
  const orm = await createOrm({ url, poolMax: 1 });
  try {
    const problems = await findKeyProblems(orm.em.fork(), keys, now);
    const missing = missingKeys(problems);
    const found = [...(missing ? [problem(missing)] : []), ...keyWarnings(problems).map(warning)];
    return found.length > 0 ? found : [ok('They open every row.')];
  } finally {
    await closeOrm(orm);
  }
}

/** It makes no folder: one with a mistake in its name is found by it. */
export async function checkStorage(settings: StorageSettings): Promise<Outcome> {
  if (isFolderMissing(settings))
    return problem(
      `There is no folder ${settings.folder}, which the first start makes. Are DATA_DIR and OBJECT_STORAGE_PATH those of the service?`,
    );
  const storage = await openObjects(settings);
  try {
    await storage.probe();
    return ok('It takes, gives and removes an object.');
  } catch (error) {
    return problem(storageProblem(settings, error));
  } finally {
    await storage.close();
  }
}

/** Whether the storage has each object that the database names. */
export async function checkImages(url: string, settings: StorageSettings): Promise<Outcome> {
  // What is wrong with the storage is another finding.
  if (isFolderMissing(settings)) return ok('The storage is not there to compare.');
  const named = await onPool(url, readNamedObjects);
  const storage = await openObjects(settings);
  try {
    const missing: string[] = [];
    for (const sha256 of named) if ((await storage.size(sha256)) === undefined) missing.push(sha256);
    const [first] = missing;
    if (first === undefined) return ok(`The storage has all ${named.length} that releases name.`);
    return problem(
      `${missing.length} of ${named.length} firmware images that releases name are not in the storage, such as ${first}. Are OBJECT_STORAGE_PATH or S3_* those of the service? Else put them back from a backup.`,
    );
  } finally {
    await storage.close();
  }
}

function isFolderMissing(settings: StorageSettings): settings is Extract<StorageSettings, { kind: 'files' }> {
  return settings.kind === 'files' && !existsSync(settings.folder);
}

export async function checkDisk(folder: string): Promise<Outcome> {
  const disk = await diskOf(folder);
  if (!disk) return ok('There is no DATA_DIR, and nothing needs it.');
  const free = disk.freeBytes / disk.sizeBytes;
  const text = `${Math.round(free * 100)} % of the disk of ${folder} is free.`;
  const remedy = `${text} Make it larger, or move DATA_DIR.`;
  if (free < LEAST_FREE) return problem(remedy);
  return free < LITTLE_FREE ? warning(remedy) : ok(text);
}

/** The clocks of devices are compared with that of the service, and rows have that of the database too. */
export async function checkClock(url: string): Promise<Outcome> {
  return onConnection(url, async (query) => {
    const before = Date.now();
    const [row] = await query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now');
    const difference = Math.abs(Number(row?.now) - (before + Date.now()) / 2);
    if (difference <= CLOCK_MS) return ok('This machine and the database have the same time.');
    return problem(
      `The clocks of this machine and of the database differ by ${Math.round(difference / 1000)} s. Run NTP on both.`,
    );
  });
}

/** @param access of a bucket, if the schedule is for one */
export async function checkBackups(
  url: string,
  schedule: BackupSchedule | undefined,
  access: S3Access | undefined,
  now: Date,
): Promise<Outcome> {
  if (!schedule) return warning('There is no schedule. Set BACKUP_TO and BACKUP_PUBLIC_KEY (docs/operate/backup.md).');
  // A restored database knows of backups that were made where it came from.
  const wrong = await placeProblem(schedule.to, access);
  if (wrong !== undefined) return problem(`No backup can be written to BACKUP_TO, ${schedule.to}: ${wrong}`);
  const { last, lastSuccess } = await onPool(url, (pool) => lastBackup(pool));
  if (last?.error !== undefined) return problem(`The last one failed: ${last.error}`);
  if (!lastSuccess)
    return problem(
      'The schedule has made none yet. Wait for BACKUP_AT (UTC): one that is made by hand does not count.',
    );
  const at = lastSuccess.startedAt.toISOString();
  if (now.getTime() - lastSuccess.endedAt.getTime() > OLDEST_BACKUP_MS)
    return problem(`The last one is of ${at}. Does any instance run background jobs?`);
  return ok(`The last one is of ${at}${lastSuccess.verified ? ', and verified' : ''}.`);
}

/** What keeps the next backup from being written there. */
async function placeProblem(to: string, access: S3Access | undefined): Promise<string | undefined> {
  try {
    const folder = await openFolder(to, access);
    await folder.place('next').requireFolder();
    await folder.names();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export async function checkReplica(url: string): Promise<Outcome> {
  return onConnection(url, async (query) => {
    const [row] = await query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    if (!row?.standby) return problem('DATABASE_REPLICA_URL leads to no standby, so it is not read.');
    const names = await onPool(url, (pool) => nameOrderProblem(pool));
    return names ? problem(names) : ok('It is a standby that sorts names as the primary does.');
  });
}

type Query = <R extends object>(text: string) => Promise<readonly R[]>;

function onConnection<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  return onPool(url, (pool) => work(async <R extends object>(text: string) => (await pool.query<R>(text)).rows));
}

/** @throws Error with the address and the remedy */
async function onPool<T>(url: string, work: (pool: ReturnType<typeof openPool>) => Promise<T>): Promise<T> {
  const times = { statementTimeoutMs: TIMEOUT_MS, lockTimeoutMs: TIMEOUT_MS - 1_000, connectTimeoutMs: TIMEOUT_MS };
  const pool = openPool({ name: 'doctor', url, max: 1, ...times, warn: () => undefined });
  try {
    return await work(pool);
  } catch (error) {
    throw explainDatabaseError(error, url);
  } finally {
    await pool.end();
  }
}
