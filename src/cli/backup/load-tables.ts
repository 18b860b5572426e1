import { beginLoad } from '../../persistence/backup/load.ts';
import { migrate } from '../../persistence/migrate.ts';
import { BackupRefused } from '../../platform/backup/backup-error.ts';
import type { Progress } from '../progress.ts';
import { type About, type BackupFile, isSame, type Manifest, OBJECTS, TABLES } from './contents.ts';

/**
 * Makes a marked, empty database what the backup is of: the schema of its version, its rows, its sequences. Compares all of it with
 * the manifest before it commits.
 * @param onObject is given each object
 * @throws BackupRefused that names a table whose rows are not the same
 */
export async function loadTables(
  url: string,
  files: AsyncIterable<BackupFile>,
  { about, manifest }: { readonly about: About; readonly manifest: Manifest },
  progress: Progress,
  onObject: (sha256: string, content: AsyncIterable<Buffer>) => Promise<void> = async () => undefined,
): Promise<void> {
  await migrate(url, { only: about.migrations });
  const load = await beginLoad(url, about.tables);
  try {
    for await (const { name, content } of files) {
      if (name.startsWith(OBJECTS)) await onObject(name.slice(OBJECTS.length), content);
      if (!name.startsWith(TABLES)) continue;
      const table = about.tables.find((each) => TABLES + each.name === name);
      if (!table) throw new BackupRefused(`The backup has rows of ${name}, of which it has no table.`);
      progress.show(`restoring ${table.name}`);
      await load.rows(table, content);
    }
    await load.finish(manifest.sequences);
    for (const table of about.tables) {
      progress.show(`comparing ${table.name}`);
      if (!isSame(await load.sums(table), manifest.tables[table.name])) {
        throw new BackupRefused(`The restored rows of ${table.name} are not those of the backup.`);
      }
    }
    const sequences = await load.sequences();
    const wrong = Object.keys({ ...sequences, ...manifest.sequences }).find(
      (name) => JSON.stringify(sequences[name]) !== JSON.stringify(manifest.sequences[name]),
    );
    if (wrong !== undefined) throw new BackupRefused(`The restored sequence ${wrong} is not that of the backup.`);
    await load.commit();
  } finally {
    await load.close();
  }
}
