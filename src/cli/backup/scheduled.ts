import { readServiceSettings, type ServiceSettings } from '../../config.ts';
import { recordBackup } from '../../persistence/backup/backup-runs.ts';
import { openCopySession } from '../../persistence/backup/copy-session.ts';
import { readPublicKey } from '../../platform/backup/content-key.ts';
import { openFolder } from '../../platform/backup/place.ts';
import { reachDatabase, serviceFolder } from '../admin/as-system.ts';
import { CliError, type CliIo, line } from '../io.ts';
import { type BackupResult, writeBackup } from './backup.ts';
import { lowerPriority } from './priority.ts';

/** Only files of this name are counted and removed. */
const NAME = /^karvon-\d{8}T\d{6}Z\.backup$/;

/** Makes the backup of the schedule, records its outcome in the database, and removes the oldest ones. */
export async function scheduled(io: CliIo): Promise<void> {
  lowerPriority('low');
  const settings = readServiceSettings(serviceFolder(), 'backup');
  const { backupSchedule: schedule, backupS3 } = settings.config;
  if (!schedule) throw new CliError('BACKUP_TO and BACKUP_PUBLIC_KEY are not set: there is no schedule.');
  const startedAt = io.now();
  const name = `karvon-${startedAt.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.backup`;
  let file = `${schedule.to}/${name}`;
  let result: BackupResult | undefined;
  let error: string | undefined;
  try {
    const recipient = { publicKey: readPublicKey(schedule.publicKey, 'BACKUP_PUBLIC_KEY') };
    const folder = await openFolder(schedule.to, backupS3);
    const place = folder.place(name);
    file = place.name;
    await place.requireFolder();
    try {
      result = await writeBackup(place, { recipient, settings, verify: schedule.verify }, io);
    } catch (failure) {
      // One that was not verified must not stand among the others, which it would outlive.
      await folder.remove(name).catch(() => undefined);
      throw failure;
    }
    const names = (await folder.names()).filter((each) => NAME.test(each)).sort();
    for (const old of names.slice(0, -schedule.keep)) await folder.remove(old);
  } catch (failure) {
    error = reasonOf(failure);
  }
  const { bytes, verified = false } = result ?? {};
  await record(settings, { startedAt, endedAt: io.now(), file, bytes, verified, error }, io);
  if (error !== undefined) throw new CliError(error);
  io.stdout.write(`${JSON.stringify(result)}\n`);
}

async function record(settings: ServiceSettings, run: Parameters<typeof recordBackup>[1], io: CliIo): Promise<void> {
  const database = await reachDatabase(settings.config, (text) => void io.stderr.write(line(text)));
  const session = await openCopySession(database.url);
  try {
    await recordBackup(session.client, run);
  } finally {
    await session.close();
    await database.stop();
  }
}

/** A message of PostgreSQL may quote a row: only its code is recorded. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'severity' in error && 'code' in error
    ? `PostgreSQL reported the error ${String(error.code)}.`
    : error.message;
}
