import { isNativeError } from 'node:util/types';
import { ObjectTooLarge, StorageFull, StorageUnavailable } from '../../model/storage-errors.ts';

/** 507 is from RFC 4918; the names are errors of S3 servers for a quota or a full disk. */
const INSUFFICIENT_STORAGE = 507;
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);

/**
 * Runs an S3 operation and maps its errors to storage errors: rejected credentials or a missing bucket count as unavailable,
 * like no answer; the cause in the log distinguishes them.
 * @param what name of the operation for the log, for example `commit`
 */
export async function withS3Errors<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StorageFull || cause instanceof StorageUnavailable || cause instanceof ObjectTooLarge)
      throw cause;
    if (isNativeError(cause) && (statusOfError(cause) === INSUFFICIENT_STORAGE || FULL.has(cause.name))) {
      throw new StorageFull(`the object storage is full: ${what}`, { cause });
    }
    throw new StorageUnavailable(`the object storage failed: ${what}`, { cause });
  }
}

/** The HTTP status of an error; undefined if there was no answer. */
export function statusOfError(error: unknown): number | undefined {
  if (!isNativeError(error) || !('$metadata' in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

const CONFLICT = 409;
/** Errors of the SDK for timeouts and aborts: a retry would only wait as long again. */
const WAITED_IN_VAIN = new Set(['TimeoutError', 'AbortError']);

/** Whether an immediate retry may succeed: a lost connection, a server error, a concurrent upload. */
export function mayPass(error: unknown): boolean {
  const status = statusOfError(error);
  if (status !== undefined) return status >= 500 || status === CONFLICT;
  return isNativeError(error) && !WAITED_IN_VAIN.has(error.name);
}
