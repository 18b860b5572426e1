import { readServiceSettings } from '../../config.ts';
import { type BackupRun, lastBackup } from '../../persistence/backup/backup-runs.ts';
import { openCopySession } from '../../persistence/backup/copy-session.ts';
import { reachDatabase, serviceFolder } from '../admin/as-system.ts';
import { CliError, type CliIo, line } from '../io.ts';
import { sizeText } from './check.ts';

/** Prints the last backup of the schedule. @throws CliError if it failed, or there is none */
export async function status({ json }: { readonly json: boolean }, io: CliIo): Promise<void> {
  const settings = readServiceSettings(serviceFolder(), 'backup');
  const database = await reachDatabase(settings.config, (text) => void io.stderr.write(line(text)));
  const session = await openCopySession(database.url);
  try {
    const { last, lastSuccess } = await lastBackup(session.client);
    if (json) io.stdout.write(`${JSON.stringify({ last: last ?? null, lastSuccess: lastSuccess ?? null })}\n`);
    else if (lastSuccess) io.stdout.write(line(sentenceOf(lastSuccess)));
    if (!last)
      throw new CliError(
        settings.config.backupSchedule
          ? 'the schedule has made no backup yet. Wait for BACKUP_AT (UTC).'
          : 'there is no schedule. Set BACKUP_TO and BACKUP_PUBLIC_KEY.',
      );
    if (last.error !== undefined)
      throw new CliError(`the last backup, at ${last.startedAt.toISOString()}, failed: ${last.error}`);
  } finally {
    await session.close();
    await database.stop();
  }
}

function sentenceOf({ file, startedAt, bytes = 0, verified }: BackupRun): string {
  return `${file}: ${sizeText(bytes)}, of ${startedAt.toISOString()}, ${verified ? 'verified' : 'not verified'}.`;
}
