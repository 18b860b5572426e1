import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { StorageUnavailable } from '../../model/storage-errors.ts';
import { codeOf, withFileErrors } from './file-errors.ts';
import { pingOf } from './ping.ts';
import type { SignedDownloads } from './signed-downloads.ts';
import { modifiedAt, READ_BYTES, type StagedFile, stagingIn, sweepStaged, tryToWrite } from './staging.ts';
import { syncFolder } from './sync-folder.ts';

const SHA256 = /^[0-9a-f]{64}$/;
const PREFIX = /^[0-9a-f]{2}$/;
const REST = /^[0-9a-f]{62}$/;

/**
 * Objects as files: `ab/cdef...` is the object with the SHA-256 `abcdef...`. An upload has a random name in `.staging` and is
 * renamed once it is complete and synced, so that a file under a content address is complete even after a crash of the process
 * or the machine.
 * @param folder created if missing; its `.staging` must be on the same file system
 */
export function openFileStorage(folder: string, downloads: SignedDownloads) {
  const staging = join(folder, '.staging');
  const probe = () => tryToWrite(staging);

  return {
    stage: stagingIn(staging, (staged) => withFileErrors('commit', () => moveIn(folder, staged))),
    async size(sha256: string) {
      const status = await withFileErrors('size', () => statusOf(pathOf(folder, sha256)));
      return status?.size;
    },
    async storedAt(sha256: string) {
      const status = await withFileErrors('storedAt', () => statusOf(pathOf(folder, sha256)));
      return status?.mtime;
    },
    async read(sha256: string): Promise<Readable> {
      const file = await withFileErrors('read', () => openOrNothing(pathOf(folder, sha256)));
      if (!file) throw new StorageUnavailable('an object is missing in the object storage');
      return file.createReadStream({ highWaterMark: READ_BYTES });
    },
    signDownload: async (sha256: string, expiresAt: Date) => downloads.sign(sha256, expiresAt),
    list: () => listObjects(folder),
    remove: (sha256: string) => withFileErrors('remove', () => rm(pathOf(folder, sha256), { force: true })),
    sweepStaged: (before: Date) => withFileErrors('sweep', () => sweepStaged(staging, before)),
    /** @throws StorageFull or StorageUnavailable, with the reason as its cause, if no object can be stored */
    probe,
    ping: pingOf(probe),
    close: async () => undefined,

    /** The file that the service serves under the URLs of `signDownload`. */
    files: { allows: downloads.allows, open: openObject },
  };

  /** Undefined if there is no such object. The open file stays readable if it is removed meanwhile. */
  async function openObject(sha256: string) {
    const file = await withFileErrors('open', () => openOrNothing(pathOf(folder, sha256)));
    if (!file) return undefined;
    const { size, mtime } = await withFileErrors('open', () => file.stat());
    return {
      size,
      storedAt: mtime,
      read: (target: Buffer, position: number, end: number) =>
        withFileErrors('read', () => readPiece(file, target, position, end)),
      close: () => file.close(),
    };
  }
}

function pathOf(folder: string, sha256: string): string {
  if (!SHA256.test(sha256)) throw new TypeError('an object name must be a SHA-256 in lower-case hexadecimal');
  return join(folder, sha256.slice(0, 2), sha256.slice(2));
}

/** The rename publishes the complete object; syncing the folders makes that survive a power cut. */
async function moveIn(folder: string, { path, sha256 }: StagedFile): Promise<void> {
  const target = pathOf(folder, sha256);
  const firstCreated = await mkdir(dirname(target), { recursive: true });
  await rename(path, target);
  await syncFolder(dirname(target));
  if (firstCreated !== undefined) await syncFolder(folder);
}

async function statusOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function openOrNothing(path: string) {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function readPiece(file: FileHandle, target: Buffer, position: number, end: number): Promise<number> {
  const { bytesRead } = await file.read(target, 0, Math.min(target.length, end - position + 1), position);
  if (bytesRead === 0) throw new StorageUnavailable('an object is shorter than its recorded size');
  return bytesRead;
}

async function* listObjects(folder: string) {
  for (const prefix of await namesIn(folder, PREFIX)) {
    for (const rest of await namesIn(join(folder, prefix), REST)) {
      const storedAt = await withFileErrors('list', () => modifiedAt(join(folder, prefix, rest)));
      if (storedAt) yield { sha256: prefix + rest, storedAt };
    }
  }
}

function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  return withFileErrors('list', async () => {
    try {
      const names: string[] = [];
      for await (const { name } of await opendir(folder)) if (pattern.test(name)) names.push(name);
      return names;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  });
}
