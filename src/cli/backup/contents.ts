import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { RowSums } from '../../persistence/backup/row-sums.ts';
import { BackupRefused } from '../../platform/backup/backup-error.ts';
import { inPieces } from '../../platform/backup/chunks.ts';
import type { TarEntry } from '../../platform/backup/tar.ts';

/** Long files are in parts, so that each fits in memory: `tables/sale.000001`. */
const PART_BYTES = 4 * 1024 * 1024;
const PART = /^(.+)\.\d{6}$/;

export const ABOUT = 'backup.json';
export const MANIFEST = 'manifest.json';
export const SETTINGS = 'settings.env';
export const KEYS = 'keys/';
export const OBJECTS = 'objects/';
export const TABLES = 'tables/';

const Shape = Type.Object({
  name: Type.String(),
  columns: Type.Array(Type.String()),
  partitions: Type.Array(Type.Object({ name: Type.String(), bound: Type.String() })),
});

const AboutShape = Type.Object({
  /** Version of Karvon. */
  karvon: Type.String(),
  /** `server_version_num` of its PostgreSQL. */
  postgres: Type.Number(),
  takenAt: Type.String(),
  migrations: Type.Array(Type.String()),
  tables: Type.Array(Shape),
});

/** The first file of a backup: what is needed to begin a restore. */
export type About = Static<typeof AboutShape>;

const Sums = Type.Object({ rows: Type.Number(), bytes: Type.Number(), sum: Type.Number() });

const ManifestShape = Type.Object({
  tables: Type.Record(Type.String(), Sums),
  sequences: Type.Record(Type.String(), Type.Object({ last: Type.String(), called: Type.Boolean() })),
  /** Objects that the rows name and the storage does not have. */
  missingObjects: Type.Array(Type.String()),
  /** Every file but this one. */
  files: Type.Record(Type.String(), Type.Object({ bytes: Type.Number(), sha256: Type.String() })),
});

/** The last file of a backup: what is in it. */
export type Manifest = Static<typeof ManifestShape>;

/** A file of a backup while it is read; the next one follows when its content was read. */
export interface BackupFile {
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
}

/** Splits files into entries, and notes bytes and SHA-256 of each. */
export class FileNotes {
  private readonly notes = new Map<string, { bytes: number; hash: ReturnType<typeof createHash> }>();

  add(name: string, piece: Uint8Array): void {
    const note = this.notes.get(name) ?? { bytes: 0, hash: createHash('sha256') };
    note.bytes += piece.length;
    note.hash.update(piece);
    this.notes.set(name, note);
  }

  files(): Manifest['files'] {
    const entries = [...this.notes].map(([name, { bytes, hash }]) => [
      name,
      { bytes, sha256: hash.copy().digest('hex') },
    ]);
    return Object.fromEntries(entries);
  }
}

/** The entries of a file that is long. */
export async function* inParts(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  notes: FileNotes,
): AsyncGenerator<TarEntry> {
  let number = 0;
  for await (const content of inPieces(bytes, PART_BYTES)) {
    number += 1;
    notes.add(name, content);
    yield { name: `${name}.${String(number).padStart(6, '0')}`, content };
  }
}

/** The entry of a short file. */
export function whole(name: string, text: string, notes?: FileNotes): TarEntry {
  const content = Buffer.from(text);
  notes?.add(name, content);
  return { name, content };
}

/** Puts the parts of files together. */
export async function* filesOf(entries: AsyncIterable<TarEntry>): AsyncGenerator<BackupFile> {
  const source = entries[Symbol.asyncIterator]();
  try {
    let next = await source.next();
    while (!next.done) {
      const name = fileOf(next.value.name);
      // The loop below reads what the caller has not read.
      async function* content() {
        while (!next.done && fileOf(next.value.name) === name) {
          const piece = next.value.content;
          next = await source.next();
          yield piece;
        }
      }
      const rest = content();
      yield { name, content: rest };
      for await (const _ of rest);
    }
  } finally {
    await source.return?.();
  }
}

function fileOf(entry: string): string {
  return PART.exec(entry)?.[1] ?? entry;
}

/** All of a short file. */
export async function textOf(file: BackupFile): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of file.content) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

export function readAbout(text: string): About {
  const value: unknown = JSON.parse(text);
  if (Value.Check(AboutShape, value)) return value;
  throw new BackupRefused('The backup does not say what it is of.');
}

export function readManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  if (Value.Check(ManifestShape, value)) return value;
  throw new BackupRefused('The backup does not say what is in it.');
}

/** @throws BackupRefused that names a file of which one side lacks something */
export function requireSameFiles(found: Manifest['files'], { files }: Manifest): void {
  const names = new Set([...Object.keys(found), ...Object.keys(files)]);
  const wrong = [...names].find(
    (name) => found[name]?.bytes !== files[name]?.bytes || found[name]?.sha256 !== files[name]?.sha256,
  );
  if (wrong !== undefined) throw new BackupRefused(`The backup is not whole: ${wrong} is not as its manifest says.`);
}

export function isSame(one: RowSums | undefined, other: RowSums | undefined): boolean {
  return one?.rows === other?.rows && one?.bytes === other?.bytes && one?.sum === other?.sum;
}
