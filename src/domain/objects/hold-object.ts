import { lockObject } from '../../persistence/objects/named-objects.ts';
import { unavailable } from '../kernel/errors.ts';
import type { Context } from '../kernel/operation.ts';

/**
 * To be called in the transaction that writes a release, before its row: from here to the end of the transaction the
 * sweeper leaves the object alone, and afterwards it sees the row.
 * @param size bytes that the storage must have under this name
 * @throws DomainError 503 STORAGE_UNAVAILABLE when the sweeper was faster, or the storage lost it: the upload is repeated
 */
export async function holdObject(
  { em, runtime }: Pick<Context, 'em' | 'runtime'>,
  sha256: string,
  size: number,
): Promise<void> {
  await lockObject(em, sha256);
  if ((await runtime.storage.size(sha256)) === size) return;
  throw unavailable('STORAGE_UNAVAILABLE', 'The uploaded file is missing from the storage: upload it again.');
}
