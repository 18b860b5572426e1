import type { ServiceSettings } from '../../config.ts';
import type { ObjectStorage } from '../../model/ports.ts';
import { RowCounter, type RowSums } from '../../persistence/backup/row-sums.ts';
import type { Snapshot } from '../../persistence/backup/snapshot.ts';
import type { TarEntry } from '../../platform/backup/tar.ts';
import { copyKeys } from '../../platform/keys/key-copies.ts';
import type { Progress } from '../progress.ts';
import {
  ABOUT,
  type About,
  FileNotes,
  inParts,
  KEYS,
  MANIFEST,
  type Manifest,
  OBJECTS,
  SETTINGS,
  TABLES,
  whole,
} from './contents.ts';

/** Of values in a `.env`. Between double ones a `\\n` would be a line break, so they come last. */
const QUOTES = ["'", '`', '"'] as const;

export interface BackupSource {
  readonly snapshot: Snapshot;
  readonly settings: ServiceSettings;
  readonly storage: Pick<ObjectStorage, 'size' | 'read'>;
  /** Version of Karvon. */
  readonly karvon: string;
}

/** The entries of a backup in their order: what it is, settings, keys, objects, tables, what is in it. */
export async function* entriesOf(source: BackupSource, progress: Progress): AsyncGenerator<TarEntry, Manifest> {
  const { snapshot, settings, storage, karvon } = source;
  const { takenAt, postgres, migrations, tables } = snapshot;
  const notes = new FileNotes();
  const about: About = {
    karvon,
    postgres,
    takenAt: takenAt.toISOString(),
    migrations: [...migrations],
    tables: tables.map((table) => ({ ...table, columns: [...table.columns], partitions: [...table.partitions] })),
  };
  yield whole(ABOUT, JSON.stringify(about), notes);
  yield whole(SETTINGS, envOf(settings.given), notes);
  for (const [name, text] of Object.entries(copyKeys(settings.config.keys))) yield whole(KEYS + name, text, notes);
  const missingObjects: string[] = [];
  for (const [at, sha256] of snapshot.objects.entries()) {
    progress.show(`objects: ${at + 1} of ${snapshot.objects.length}`);
    if ((await storage.size(sha256)) === undefined) missingObjects.push(sha256);
    else yield* inParts(OBJECTS + sha256, await storage.read(sha256), notes);
  }
  const sums: Record<string, RowSums> = {};
  for (const table of tables) {
    const counter = new RowCounter();
    yield* inParts(TABLES + table.name, counted(snapshot.rows(table), counter, table.name, progress), notes);
    sums[table.name] = counter.sums();
  }
  const sequences = await snapshot.sequences();
  const manifest: Manifest = { tables: sums, sequences, missingObjects, files: notes.files() };
  yield whole(MANIFEST, JSON.stringify(manifest));
  return manifest;
}

async function* counted(
  rows: AsyncIterable<Buffer>,
  counter: RowCounter,
  name: string,
  progress: Progress,
): AsyncGenerator<Buffer> {
  for await (const piece of rows) {
    counter.add(piece);
    progress.show(`${name}: ${counter.sums().rows} rows`);
    yield piece;
  }
}

/** The form of a file `.env`, which has no escapes. @throws Error that names a setting which it cannot have */
export function envOf(given: ReadonlyMap<string, string>): string {
  const lines = [...given].map(([name, text]) => {
    const quote = QUOTES.find((each) => !text.includes(each));
    if (quote === undefined) throw new Error(`${name} has all three kinds of quotation marks, which no .env can have.`);
    return `${name}=${quote}${text}${quote}\n`;
  });
  return lines.sort().join('');
}
