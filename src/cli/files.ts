import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { reasonOfFileError } from '../model/file-reasons.ts';
import { CliError, type CliIo } from './io.ts';

/** Reads a text file, or stdin for `-`. @throws CliError */
export async function readText(path: string, { stdin }: CliIo): Promise<string> {
  if (path !== '-') return readFile(path, 'utf8').catch(cannot('read', path));
  const pieces: Buffer[] = [];
  for await (const piece of stdin) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}

/** Size of a file in bytes. @throws CliError when it is not a file */
export async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(cannot('read', path));
  if (!found.isFile()) throw new CliError(`${path} is not a file.`);
  return found.size;
}

/** Streams a file. @throws CliError */
export async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 })) yield piece;
  } catch (error) {
    cannot('read', path)(error);
  }
}

export interface WriteOptions {
  /** Replaces an existing file; otherwise an existing file makes the write fail. */
  readonly replace: boolean;
  readonly mode?: number;
}

/**
 * Writes a file atomically: it appears only once all of its content is on the disk.
 * @throws CliError when the file exists and `replace` is false; rethrows errors of `content`
 */
export async function writeAtomically(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { replace, mode = 0o644 }: WriteOptions,
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  const file = await open(temporary, 'wx', mode).catch(cannot('write', path));
  try {
    try {
      for await (const piece of content) await file.appendFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(temporary, mode);
    // link() never replaces a file: of two concurrent writers, one gets EEXIST.
    await (replace ? rename(temporary, path) : link(temporary, path)).catch(cannot('write', path));
  } finally {
    await rm(temporary, { force: true });
  }
}

function cannot(what: 'read' | 'write', path: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof CliError) throw error;
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';
    throw new CliError(`cannot ${what} ${path}: ${reasonOfFileError(code)}.`);
  };
}
