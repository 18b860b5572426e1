import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { readServiceSettings, type ServiceSettings } from '../../config.ts';
import { openSnapshot } from '../../persistence/backup/snapshot.ts';
import { readSchemaState, UNFINISHED_RESTORE } from '../../persistence/schema-state.ts';
import type { BackupPlace } from '../../platform/backup/backup-place.ts';
import type { Recipient } from '../../platform/backup/content-key.ts';
import { openPlace } from '../../platform/backup/place.ts';
import { sealBackup } from '../../platform/backup/sealed-file.ts';
import { openObjects } from '../../platform/storage/open-objects.ts';
import { exitOnSignals, reachDatabase, serviceFolder } from '../admin/as-system.ts';
import { CliError, type CliIo, line } from '../io.ts';
import { type Progress, progressOn } from '../progress.ts';
import { checkBackup, sizeText } from './check.ts';
import type { Manifest } from './contents.ts';
import { lowerPriority } from './priority.ts';
import { type PassphraseOption, recipientOf } from './secrets.ts';
import { verifyRestored } from './verify-restored.ts';
import { entriesOf } from './write.ts';

export interface BackupOptions extends PassphraseOption {
  readonly publicKey?: string;
  readonly verify: boolean;
  readonly force: boolean;
  readonly json: boolean;
}

export interface BackupResult {
  readonly file: string;
  readonly bytes: number;
  /** The moment that the backup is of. */
  readonly takenAt: string;
  readonly tables: number;
  readonly rows: number;
  readonly missingObjects: readonly string[];
  readonly verified: boolean;
}

/** Writes a backup of the installation, and verifies it. @throws Error with the remedy */
export async function backup(file: string, options: BackupOptions, io: CliIo): Promise<void> {
  lowerPriority('low');
  const settings = readServiceSettings(serviceFolder(), 'backup');
  const place = await openPlace(file, settings.config.backupS3);
  await place.requireFolder();
  if (!options.force && (await place.exists()))
    throw new CliError(`${place.name} exists already. Use another name, or --force.`);
  const recipient = await recipientOf(options, io);
  const result = await writeBackup(place, { recipient, settings, verify: options.verify }, io);
  io.stdout.write(options.json ? `${JSON.stringify(result)}\n` : line(sentenceOf(result)));
}

interface Work {
  readonly recipient: Recipient;
  readonly settings: ServiceSettings;
  readonly verify: boolean;
}

/** The same for a place and a recipient. */
export async function writeBackup(
  place: BackupPlace,
  { recipient, settings, verify }: Work,
  io: CliIo,
): Promise<BackupResult> {
  const progress = progressOn(io);
  const stopListening = exitOnSignals();
  const { dataDir, storage: storageSettings } = settings.config;
  const database = await reachDatabase(settings.config, progress.step);
  const storage = await openObjects(storageSettings);
  try {
    await requireWhole(database.url);
    const snapshot = await openSnapshot(database.url);
    try {
      let manifest: Manifest | undefined;
      async function* entries() {
        manifest = yield* entriesOf({ snapshot, settings, storage, karvon: ownVersion() }, progress);
      }
      progress.step(`Writing ${place.name}`);
      const sealed = await sealBackup(entries(), recipient);
      const bytes = await place.write(sealed.bytes);
      await snapshot.close();
      if (!manifest) throw new Error('the backup was not written to its end');
      if (verify) await verifyBackup(place, sealed.contentKey, dataDir, progress);
      const { takenAt, tables } = snapshot;
      const rows = Object.values(manifest.tables).reduce((sum, each) => sum + each.rows, 0);
      const { missingObjects } = manifest;
      if (missingObjects.length > 0) progress.step(missingSentence(missingObjects.length));
      return {
        file: place.name,
        bytes,
        takenAt: takenAt.toISOString(),
        tables: tables.length,
        rows,
        missingObjects,
        verified: verify,
      };
    } finally {
      await snapshot.close();
    }
  } finally {
    progress.end();
    await storage.close();
    await database.stop();
    stopListening();
  }
}

async function verifyBackup(
  place: BackupPlace,
  contentKey: Uint8Array,
  dataDir: string,
  progress: Progress,
): Promise<void> {
  progress.step('Verifying: restoring it into a temporary database');
  const checked = await checkBackup(place, { contentKey }, progress);
  await verifyRestored(place, { contentKey }, checked, join(dataDir, 'verify'), progress);
}

/** @throws Error with the remedy if there is nothing whole to back up */
async function requireWhole(url: string): Promise<void> {
  const { empty, isUnfinishedRestore } = await readSchemaState(url);
  if (isUnfinishedRestore) throw new CliError(UNFINISHED_RESTORE);
  if (empty) throw new CliError('The database is empty. Start the service once (npm start): it creates the tables.');
}

function sentenceOf({ file, bytes, tables, rows, verified, missingObjects }: BackupResult): string {
  const how = verified ? 'verified in a temporary database' : 'not verified';
  const without = missingObjects.length > 0 ? `, WITHOUT ${missingObjects.length} firmware images` : '';
  return `${file}: ${sizeText(bytes)}, ${tables} tables with ${rows} rows, ${how}${without}.`;
}

/** What a backup says that lacks objects. */
export function missingSentence(count: number): string {
  return `${count} firmware images that releases name are not in the storage of these settings, and so not in the backup. Are OBJECT_STORAGE_PATH or S3_* those of the service?`;
}

/** Version of this program. */
function ownVersion(): string {
  const path = findPackageJSON(import.meta.url);
  const { version }: { version?: unknown } = path === undefined ? {} : JSON.parse(readFileSync(path, 'utf8'));
  return String(version);
}
