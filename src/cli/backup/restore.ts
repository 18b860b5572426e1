import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readServiceSettings } from '../../config.ts';
import { importErasedCustomers, reapplyErasures } from '../../domain/customers/index.ts';
import type { ObjectStorage } from '../../model/ports.ts';
import { analyzeTables, indexRestoredDays } from '../../persistence/backup/after-load.ts';
import { openCopySession } from '../../persistence/backup/copy-session.ts';
import { beginRestore, endRestore, isEmptyForRestore, notEmpty } from '../../persistence/backup/unfinished-restore.ts';
import { waitForDatabase } from '../../persistence/database-start.ts';
import { migrate } from '../../persistence/migrate.ts';
import { closeOrm, createOrm } from '../../persistence/orm.ts';
import { BackupRefused } from '../../platform/backup/backup-error.ts';
import { openPlace } from '../../platform/backup/place.ts';
import { contentKeyOf, openBackup } from '../../platform/backup/sealed-file.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts';
import { keyConflict, restoreKeys } from '../../platform/keys/key-copies.ts';
import { openObjects } from '../../platform/storage/open-objects.ts';
import { exitOnSignals, serviceFolder } from '../admin/as-system.ts';
import { readEntries } from '../erased/lists.ts';
import { writeAtomically } from '../files.ts';
import { CliError, type CliIo, line } from '../io.ts';
import { type Progress, progressOn } from '../progress.ts';
import { missingSentence } from './backup.ts';
import { type CheckedBackup, checkBackup } from './check.ts';
import { filesOf } from './contents.ts';
import { loadTables } from './load-tables.ts';
import { openerOf, type PassphraseOption } from './secrets.ts';

export interface RestoreOptions extends PassphraseOption {
  readonly key?: string;
  readonly erased?: string;
  readonly json: boolean;
}

/** Makes the empty installation of the settings what the backup is of. @throws Error with the remedy */
export async function restore(file: string, options: RestoreOptions, io: CliIo): Promise<void> {
  const { config } = readServiceSettings(serviceFolder(), 'restore');
  const place = await openPlace(file, config.backupS3);
  const opener = await openerOf(options, io);
  const erased = options.erased === undefined ? [] : await readEntries(options.erased, io);
  const progress = progressOn(io);
  const stopListening = exitOnSignals();
  const target = targetOf(config, progress);
  try {
    if (target.exists) await requireEmpty(await target.url());
    progress.step(`Checking ${place.name}`);
    const key = await contentKeyOf(place.read(), opener);
    const checked = await checkBackup(place, key, progress);
    const conflict = keyConflict(config.keys, checked.keys);
    if (conflict !== undefined) throw new CliError(`${conflict} Nothing was changed.`);
    const url = await target.url();
    const session = await openCopySession(url);
    try {
      await beginRestore(session.client);
      progress.step('Restoring the tables and objects');
      const storage = await openObjects(config.storage);
      try {
        const files = filesOf(openBackup(place.read(), key));
        await loadTables(url, files, checked, progress, (sha256, content) => storeObject(storage, sha256, content));
      } finally {
        await storage.close();
      }
      progress.step('Finishing');
      await migrate(url, {});
      await analyzeTables(session.client);
      await indexRestoredDays(url, io.now());
      const returned = await eraseAgain(url, erased, io, progress);
      restoreKeys(config.keys, checked.keys);
      const settings = join(config.dataDir, 'restored.env');
      mkdirSync(config.dataDir, { recursive: true });
      await writeAtomically(settings, [Buffer.from(checked.settings)], { replace: true, mode: 0o600 });
      await endRestore(session.client);
      tell({ checked, settings, returned, json: options.json }, io);
    } finally {
      await session.close();
    }
  } finally {
    progress.end();
    await target.stop();
    stopListening();
  }
}

/** The database of the settings; the embedded one is started, and made if it is missing, when its URL is needed. */
function targetOf(config: Config, progress: Progress) {
  const { databaseUrl, dataDir } = config;
  const folder = join(dataDir, 'postgres');
  let embedded: ReturnType<typeof startEmbeddedPostgres> | undefined;
  let waited: Promise<void> | undefined;
  return {
    exists: databaseUrl !== undefined || existsSync(join(folder, 'cluster')),
    async url(): Promise<string> {
      if (databaseUrl) {
        waited ??= waitForDatabase(databaseUrl, { warn: progress.step, patienceMs: 0 });
        await waited;
        return databaseUrl;
      }
      mkdirSync(dataDir, { recursive: true });
      embedded ??= startEmbeddedPostgres({ dataDir: folder, log: progress.step });
      return (await embedded).url;
    },
    async stop(): Promise<void> {
      await (await embedded?.catch(() => undefined))?.stop();
    },
  };
}

async function requireEmpty(url: string): Promise<void> {
  const session = await openCopySession(url);
  try {
    if (!(await isEmptyForRestore(session.client))) throw notEmpty();
  } finally {
    await session.close();
  }
}

async function storeObject(
  storage: ObjectStorage | Awaited<ReturnType<typeof openObjects>>,
  sha256: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const staged = await storage.stage(content, Number.MAX_SAFE_INTEGER);
  if (staged.sha256 === sha256) return staged.commit();
  await staged.discard();
  throw new BackupRefused(`The object ${sha256} of the backup has another content.`);
}

/** Erases those again whom the backup brought back. @returns the number of customers who had a name */
async function eraseAgain(
  url: string,
  newer: Awaited<ReturnType<typeof readEntries>>,
  io: CliIo,
  progress: Progress,
): Promise<number> {
  const orm = await createOrm({ url, poolMax: 2, statementTimeoutMs: 0, warn: progress.step });
  const scope = { em: () => orm.em, clock: { now: io.now } };
  try {
    const again = await reapplyErasures(scope, 'CLI');
    return again + (await importErasedCustomers(scope, newer, 'CLI'));
  } finally {
    await closeOrm(orm);
  }
}

function tell(
  { checked, settings, returned, json }: { checked: CheckedBackup; settings: string; returned: number; json: boolean },
  io: CliIo,
): void {
  const { about, manifest } = checked;
  const rows = Object.values(manifest.tables).reduce((sum, each) => sum + each.rows, 0);
  const result = {
    karvon: about.karvon,
    takenAt: about.takenAt,
    tables: about.tables.length,
    rows,
    missingObjects: manifest.missingObjects,
    erasedAgain: returned,
    settings,
  };
  if (manifest.missingObjects.length > 0) io.stderr.write(line(missingSentence(manifest.missingObjects.length)));
  if (json) return void io.stdout.write(`${JSON.stringify(result)}\n`);
  io.stdout.write(
    line(
      `Restored ${about.tables.length} tables with ${rows} rows, as they were at ${about.takenAt}; ${returned} customers were erased again.`,
    ),
  );
  if (checked.settings === '')
    return void io.stdout.write(line('The backup has no settings: where it was made, none were set.'));
  io.stdout.write(
    line(
      `The settings of the backup are in ${settings}. Copy what this machine needs to .env, start the service, and delete the file: it has secrets.`,
    ),
  );
}
