import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ObjectStorage } from '../../model/ports.ts';
import { ObjectTooLarge } from '../../model/storage-errors.ts';
import { codeOf, withFileErrors } from './file-errors.ts';

/** Read size of a stream. */
export const READ_BYTES = 256 * 1024;

/** A hashed upload in a file with a random name. */
export interface StagedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * Writes a stream to a new file in a folder, created if missing, and hashes it. When this resolves, the bytes are synced to
 * disk; when it throws, no file remains.
 * @param maxBytes a longer stream throws ObjectTooLarge and is not read further
 * @throws ObjectTooLarge, StorageFull, StorageUnavailable; rethrows errors of the source
 */
async function stageFile(folder: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedFile> {
  const path = join(folder, randomBytes(16).toString('hex'));
  const file = await withFileErrors('stage', async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return open(path, 'wx', 0o600);
  });
  try {
    const written = await writeAll(file, source, maxBytes);
    await withFileErrors('stage', () => file.sync());
    return { path, ...written };
  } catch (error) {
    await deleteStaged({ path });
    throw error;
  } finally {
    await file.close().catch(() => undefined);
  }
}

/**
 * The `stage` of a storage.
 * @param commit makes a staged file an object
 */
export function stagingIn(folder: string, commit: (staged: StagedFile) => Promise<void>): ObjectStorage['stage'] {
  return async (source, maxBytes) => {
    const staged = await stageFile(folder, source, maxBytes);
    return {
      size: staged.size,
      sha256: staged.sha256,
      read: (range) => readStaged(staged.path, range),
      commit: () => commit(staged).finally(() => deleteStaged(staged)),
      discard: () => deleteStaged(staged),
    };
  };
}

async function writeAll(file: FileHandle, source: AsyncIterable<Uint8Array>, maxBytes: number) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) throw new ObjectTooLarge(`more than ${maxBytes} bytes`);
    hash.update(chunk);
    await withFileErrors('stage', () => writeChunk(file, chunk));
  }
  return { size, sha256: hash.digest('hex') };
}

/** Repeats partial writes, which occur on a nearly full disk or at the process's file size limit. */
async function writeChunk(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, offset);
    offset += bytesWritten;
  }
}

/** @param range first and last byte, inclusive */
export function readStaged(path: string, range?: { readonly start: number; readonly end: number }): Readable {
  return createReadStream(path, { ...range, highWaterMark: READ_BYTES });
}

/** Removes a staged file if it exists; the sweeper removes it later if that fails. */
export async function deleteStaged({ path }: Pick<StagedFile, 'path'>): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}

/**
 * Writes a file to the folder, created if missing, and removes it: unlike a check of permissions, this also detects a full or
 * read-only disk.
 * @throws StorageFull or StorageUnavailable, with the original error as its cause
 */
export async function tryToWrite(folder: string): Promise<void> {
  const path = join(folder, `ping-${randomBytes(8).toString('hex')}`);
  await withFileErrors('ping', async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await writeFile(path, '.', { flag: 'wx' });
    } finally {
      await rm(path, { force: true });
    }
  });
}

/**
 * Removes staged files of killed processes.
 * @param before removes files last modified before this time
 * @returns the number of removed files
 */
export async function sweepStaged(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const path of await filesIn(folder)) {
    const written = await modifiedAt(path);
    if (written === undefined || written >= before) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    const paths: string[] = [];
    for await (const entry of await opendir(folder)) if (entry.isFile()) paths.push(join(folder, entry.name));
    return paths;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Undefined if the file does not exist. */
export async function modifiedAt(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
