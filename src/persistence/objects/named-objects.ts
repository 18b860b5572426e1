import type { EntityManager } from '@mikro-orm/postgresql';
import { takeLock } from '../locks.ts';
import { row } from '../query.ts';

/** Until the transaction ends, nobody else names this object for the first time or removes it. */
export function lockObject(em: EntityManager, sha256: string): Promise<void> {
  return takeLock(em, `object:${sha256}`);
}

/** Whether any release has this object as its image. */
export async function isNamed(em: EntityManager, sha256: string): Promise<boolean> {
  return (await row(em, 'select 1 from release where firmware_sha256 = $1 limit 1', [sha256])) !== undefined;
}
