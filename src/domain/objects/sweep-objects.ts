import { isReferenced, lockObject } from '../../persistence/objects/stored-objects.ts';
import { inTransaction } from '../../persistence/sql/transaction.ts';
import type { Runtime } from '../kernel/operation.ts';

/** Longer than any upload takes between its object and its release's row. */
const ORPHAN_AGE_MS = 86_400_000;

type SweepScope = Pick<Runtime, 'em' | 'clock' | 'storage'>;

/**
 * Removes the remains of failed uploads: objects that no release names, and staged files, both older than a day.
 *
 * An upload stores its object first and its release's row later, so a crash in between leaves an orphan, never a
 * release without its image. A lock on the content decides between the sweeper and an upload of the same content: if
 * the sweeper is first, the upload finds its object missing and fails; if the upload is first, the sweeper finds its
 * row or the object's new age.
 * @returns the number of removed objects
 */
export async function sweepObjects({ em, clock, storage }: SweepScope): Promise<number> {
  const before = new Date(clock.now().getTime() - ORPHAN_AGE_MS);
  let removed = 0;
  for await (const { sha256, storedAt } of storage.list()) {
    if (storedAt >= before || (await isReferenced(em(), sha256))) continue;
    if (await removeOrphan({ em, clock, storage }, sha256, before)) removed += 1;
  }
  await storage.sweepStaged(before);
  return removed;
}

function removeOrphan({ em, storage }: SweepScope, sha256: string, before: Date): Promise<boolean> {
  return inTransaction(em(), async (locked) => {
    await lockObject(locked, sha256);
    if (await isReferenced(locked, sha256)) return false;
    const storedAt = await storage.storedAt(sha256);
    if (storedAt === undefined || storedAt >= before) return false;
    await storage.remove(sha256);
    return true;
  });
}
