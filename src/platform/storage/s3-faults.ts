import { isNativeError } from 'node:util/types';
import { ObjectTooLarge, StorageFull, StorageUnavailable } from '../../model/storage-errors.ts';

/** 507 is RFC 4918's; the names are what S3 servers say of a quota or a full disk. */
const INSUFFICIENT_STORAGE = 507;
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);

/**
 * Does one thing with an S3 server and throws its faults as the storage's: what it refuses (credentials, bucket) is as
 * much its being unavailable as no answer is, and is told apart in the log by the cause.
 * @param what for the log, for example `commit`
 */
export async function onS3<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StorageFull || cause instanceof StorageUnavailable || cause instanceof ObjectTooLarge)
      throw cause;
    if (isNativeError(cause) && (statusOfFault(cause) === INSUFFICIENT_STORAGE || FULL.has(cause.name))) {
      throw new StorageFull(`the object storage is full: ${what}`, { cause });
    }
    throw new StorageUnavailable(`the object storage failed: ${what}`, { cause });
  }
}

/** The HTTP status a fault came with; undefined when no answer came. */
export function statusOfFault(error: unknown): number | undefined {
  if (!isNativeError(error) || !('$metadata' in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

const CONFLICT = 409;
/** What the SDK throws when nothing came in time or we gave up: the same again would only wait as long again. */
const WAITED_IN_VAIN = new Set(['TimeoutError', 'AbortError']);

/** Whether the same request may succeed at once: a connection that was lost, a fault of the server, a racing upload. */
export function mayPass(error: unknown): boolean {
  const status = statusOfFault(error);
  if (status !== undefined) return status >= 500 || status === CONFLICT;
  return isNativeError(error) && !WAITED_IN_VAIN.has(error.name);
}
