import { join } from 'node:path';
import { readServiceSettings } from '../../config.ts';
import { openPlace } from '../../platform/backup/place.ts';
import { contentKeyOf } from '../../platform/backup/sealed-file.ts';
import { exitOnSignals, serviceFolder } from '../admin/as-system.ts';
import { type CliIo, line } from '../io.ts';
import { progressOn } from '../progress.ts';
import { missingSentence } from './backup.ts';
import { checkBackup } from './check.ts';
import { openerOf, type PassphraseOption } from './secrets.ts';
import { verifyRestored } from './verify-restored.ts';

export interface VerifyOptions extends PassphraseOption {
  readonly key?: string;
  readonly json: boolean;
}

/** Checks every byte of a backup, and restores it into a temporary database. @throws BackupRefused */
export async function verify(file: string, options: VerifyOptions, io: CliIo): Promise<void> {
  const { config } = readServiceSettings(serviceFolder(), 'restore');
  const place = await openPlace(file, config.backupS3);
  const opener = await openerOf(options, io);
  const progress = progressOn(io);
  const stopListening = exitOnSignals();
  try {
    const key = await contentKeyOf(place.read(), opener);
    const checked = await checkBackup(place, key, progress);
    await verifyRestored(place, key, checked, join(config.dataDir, 'verify'), progress);
    const { karvon, takenAt, tables } = checked.about;
    const { missingObjects } = checked.manifest;
    if (missingObjects.length > 0) progress.step(missingSentence(missingObjects.length));
    const result = { file: place.name, karvon, takenAt, tables: tables.length, missingObjects, verified: true };
    io.stdout.write(
      options.json ? `${JSON.stringify(result)}\n` : line(`${place.name} is whole: Karvon ${karvon}, ${takenAt}.`),
    );
  } finally {
    progress.end();
    stopListening();
  }
}
