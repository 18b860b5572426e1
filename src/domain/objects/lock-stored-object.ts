import { lockObject } from '../../persistence/objects/stored-objects.ts';
import { unavailable } from '../kernel/errors.ts';
import type { Context } from '../kernel/operation.ts';

/**
 * Call it in the transaction that writes a release, before its row: until the transaction ends the sweeper skips the
 * object, and afterwards it finds the row.
 * @param size bytes that the storage must have under this name
 * @throws DomainError 503 STORAGE_UNAVAILABLE if the sweeper removed the object or the storage lost it: repeat the
 *   upload
 */
export async function lockStoredObject(
  { em, runtime }: Pick<Context, 'em' | 'runtime'>,
  sha256: string,
  size: number,
): Promise<void> {
  await lockObject(em, sha256);
  if ((await runtime.storage.size(sha256)) === size) return;
  throw unavailable('STORAGE_UNAVAILABLE', 'UPLOAD');
}
