import { isNativeError } from 'node:util/types';
import type { StorageSettings } from '../../model/ports.ts';

/** Why no image can be stored, and what to do about it. */
export function storageProblem(config: StorageSettings, error: unknown): string {
  const reason = reasonOf(error);
  const until = 'Until then, firmware uploads fail and /health reports degraded';
  if (config.kind === 'files') {
    return `cannot write to the object storage (${reason}). Allow the user who runs Karvon to write to ${config.folder}, or set OBJECT_STORAGE_PATH to another folder. ${until}`;
  }
  const where = config.endpoint ?? `Amazon S3 in ${config.region}`;
  return `cannot use the object storage, bucket "${config.bucket}" at ${where} (${reason}). Check S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. ${until}`;
}

/** The innermost error's message on one line, or its name if it has none, like S3 errors of a HEAD. */
export function reasonOf(error: unknown): string {
  if (!isNativeError(error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  return error.message.split('\n', 1)[0] || error.name;
}
