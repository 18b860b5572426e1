import { migrations } from '../../persistence/migrations.ts';
import { BackupRefused } from '../../platform/backup/backup-error.ts';
import type { BackupPlace } from '../../platform/backup/backup-place.ts';
import type { ContentKey } from '../../platform/backup/content-key.ts';
import { openBackup } from '../../platform/backup/sealed-file.ts';
import type { KeyCopies } from '../../platform/keys/key-copies.ts';
import type { Progress } from '../progress.ts';
import {
  ABOUT,
  type About,
  FileNotes,
  filesOf,
  KEYS,
  MANIFEST,
  type Manifest,
  readAbout,
  readManifest,
  requireSameFiles,
  SETTINGS,
  textOf,
} from './contents.ts';

/** A backup of which every byte was read and found to be as it was written. */
export interface CheckedBackup {
  readonly about: About;
  readonly manifest: Manifest;
  readonly keys: KeyCopies;
  /** In the form of a file `.env`. */
  readonly settings: string;
}

/**
 * Reads all of a backup and writes nothing.
 * @throws BackupRefused if any byte was changed, something is missing, the secret is wrong or a newer version made it
 */
export async function checkBackup(place: BackupPlace, key: ContentKey, progress: Progress): Promise<CheckedBackup> {
  const notes = new FileNotes();
  const keys: Record<string, string> = {};
  let about: About | undefined;
  let manifest: Manifest | undefined;
  let settings = '';
  let bytes = 0;
  for await (const file of filesOf(openBackup(place.read(), key))) {
    if (manifest) throw new BackupRefused('The backup continues after its manifest.');
    const noted = { name: file.name, content: note(file.content, file.name) };
    if (file.name === MANIFEST) manifest = readManifest(await textOf(file));
    else if (file.name === ABOUT) about = known(readAbout(await textOf(noted)));
    else if (file.name === SETTINGS) settings = await textOf(noted);
    else if (file.name.startsWith(KEYS)) keys[file.name.slice(KEYS.length)] = await textOf(noted);
    else
      for await (const piece of noted.content) {
        bytes += piece.length;
        progress.show(`checked ${sizeText(bytes)}`);
      }
  }
  if (!about || !manifest) throw new BackupRefused('The backup is not whole: its manifest is missing.');
  requireSameFiles(notes.files(), manifest);
  return { about, manifest, keys, settings };

  async function* note(content: AsyncIterable<Buffer>, name: string) {
    for await (const piece of content) {
      notes.add(name, piece);
      yield piece;
    }
  }
}

/** At once, because the rest of a large file takes minutes. */
function known(about: About): About {
  const own = new Set<string>(migrations.map(({ name }) => name));
  const unknown = about.migrations.filter((name) => !own.has(name));
  if (unknown.length === 0) return about;
  throw new BackupRefused(
    `A newer version of Karvon (${about.karvon}) made this backup: this version does not know ${unknown.join(', ')}. Restore it with that version, or a newer one.`,
  );
}

/** `19.1 MB`, or `812 kB`. */
export function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
