import { mkdirSync, rmSync } from 'node:fs';
import { openCopySession } from '../../persistence/backup/copy-session.ts';
import { beginRestore } from '../../persistence/backup/unfinished-restore.ts';
import type { BackupPlace } from '../../platform/backup/backup-place.ts';
import type { ContentKey } from '../../platform/backup/content-key.ts';
import { openBackup } from '../../platform/backup/sealed-file.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts';
import type { Progress } from '../progress.ts';
import type { CheckedBackup } from './check.ts';
import { filesOf } from './contents.ts';
import { loadTables } from './load-tables.ts';
import { lowerPriority } from './priority.ts';

/**
 * Restores the tables of a checked backup into a temporary PostgreSQL, compares them with the manifest, and removes it. Runs at low
 * priority, because the service runs beside it.
 * @param folder for the temporary database; it needs as much room as the database
 * @throws BackupRefused if the restored tables differ
 */
export async function verifyRestored(
  place: BackupPlace,
  key: ContentKey,
  checked: CheckedBackup,
  folder: string,
  progress: Progress,
): Promise<void> {
  lowerPriority('lowest');
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  mkdirSync(folder, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: progress.step }).catch((error: unknown) => {
    remove();
    throw new Error(
      `The backup cannot be verified here; --no-verify, or BACKUP_VERIFY=off of the schedule, leaves it out. ${error instanceof Error ? error.message : ''}`,
    );
  });
  // A signal ends the process, after PostgreSQL: no readable copy of the database stays.
  process.once('exit', remove);
  try {
    const session = await openCopySession(postgres.url);
    try {
      await beginRestore(session.client);
      await loadTables(postgres.url, filesOf(openBackup(place.read(), key)), checked, progress);
    } finally {
      await session.close();
    }
  } finally {
    await postgres.stop();
    process.off('exit', remove);
    remove();
  }
}
