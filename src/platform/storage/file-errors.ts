import { isNativeError } from 'node:util/types';
import { StorageFull, StorageUnavailable } from '../../model/storage-errors.ts';

/** No space, a file above the process's limit, a quota: write(2). */
const FULL = new Set(['ENOSPC', 'EFBIG', 'EDQUOT']);

/**
 * Runs a file system operation and maps its errors to storage errors.
 * @param what name of the operation for the log, for example `stage`
 * @throws StorageFull or StorageUnavailable, with the original error as its cause
 */
export async function withFileErrors<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StorageUnavailable) throw cause;
    const code = codeOf(cause);
    if (code !== undefined && FULL.has(code)) throw new StorageFull(`the object storage is full: ${what}`, { cause });
    throw new StorageUnavailable(`the object storage failed: ${what}`, { cause });
  }
}

/** The system's error code (`ENOENT`), if there is one. */
export function codeOf(error: unknown): string | undefined {
  return isNativeError(error) && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
