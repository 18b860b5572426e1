import { isNativeError } from 'node:util/types';
import { StorageFull, StorageUnavailable } from '../../model/storage-errors.ts';

/** No space, a file above the process's limit, a quota: write(2). */
const FULL = new Set(['ENOSPC', 'EFBIG', 'EDQUOT']);

/**
 * Does one thing to the file system and throws its faults as the storage's.
 * @param what for the log, for example `stage`
 * @throws StorageFull or StorageUnavailable, with the fault as its cause
 */
export async function onFiles<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StorageUnavailable) throw cause;
    const code = codeOf(cause);
    if (code !== undefined && FULL.has(code)) throw new StorageFull(`the object storage is full: ${what}`, { cause });
    throw new StorageUnavailable(`the object storage failed: ${what}`, { cause });
  }
}

/** The system's code of a fault (`ENOENT`), if it has one. */
export function codeOf(error: unknown): string | undefined {
  return isNativeError(error) && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
