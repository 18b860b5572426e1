import type { EntityManager } from '@mikro-orm/postgresql';
import { takeAdvisoryLock } from '../sql/locks.ts';
import { row } from '../sql/query.ts';

/**
 * Takes the advisory lock on an object until the transaction ends: no other transaction can start to use or remove it.
 */
export function lockObject(em: EntityManager, sha256: string): Promise<void> {
  return takeAdvisoryLock(em, `object:${sha256}`);
}

/** True if any release uses this object as its image. */
export async function isReferenced(em: EntityManager, sha256: string): Promise<boolean> {
  return (await row(em, 'select 1 from release where firmware_sha256 = $1 limit 1', [sha256])) !== undefined;
}
