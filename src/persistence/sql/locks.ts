import type { EntityManager } from '@mikro-orm/postgresql';
import { execute } from './query.ts';

/**
 * Takes a named advisory lock until the transaction ends, so that writes that decide on a set of rows are serialized.
 * @param name the set of rows, for example `team`
 */
export async function takeAdvisoryLock(em: EntityManager, name: string): Promise<void> {
  await execute(em, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`karvon:${name}`]);
}
