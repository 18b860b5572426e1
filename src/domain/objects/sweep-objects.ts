import { isNamed, lockObject } from '../../persistence/objects/named-objects.ts';
import { inTransaction } from '../../persistence/transaction.ts';
import type { Runtime } from '../kernel/operation.ts';

/** Longer than any upload takes from its object to its release's row. */
const ORPHAN_AGE_MS = 86_400_000;

type SweepScope = Pick<Runtime, 'em' | 'clock' | 'storage'>;

/**
 * Removes what uploads left that came to nothing: objects that no release names and staged files, both older than a day.
 *
 * An upload brings its object first and names it in a release's row later, so that a crash between the two leaves an
 * orphan and never a release without its image. That the same content may be brought again while its orphan is swept is
 * decided by a lock on the content: either the sweeper is first, and the upload misses its object under the lock and is
 * refused; or the upload is first, and the sweeper sees its row, or the object's new age.
 * @returns how many objects were removed
 */
export async function sweepObjects({ em, clock, storage }: SweepScope): Promise<number> {
  const before = new Date(clock.now().getTime() - ORPHAN_AGE_MS);
  let removed = 0;
  for await (const { sha256, storedAt } of storage.list()) {
    if (storedAt >= before || (await isNamed(em(), sha256))) continue;
    if (await removeOrphan({ em, clock, storage }, sha256, before)) removed += 1;
  }
  await storage.sweepStaged(before);
  return removed;
}

function removeOrphan({ em, storage }: SweepScope, sha256: string, before: Date): Promise<boolean> {
  return inTransaction(em(), async (locked) => {
    await lockObject(locked, sha256);
    if (await isNamed(locked, sha256)) return false;
    const storedAt = await storage.storedAt(sha256);
    if (storedAt === undefined || storedAt >= before) return false;
    await storage.remove(sha256);
    return true;
  });
}
