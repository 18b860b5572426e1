import type { EntityManager } from '@mikro-orm/postgresql';
import { findBatches } from '../../persistence/inventory/batch-list.ts';
import { type BatchView, viewBatch } from './batch-view.ts';

/**
 * Reads batches with their device counts, in one statement.
 * @returns in the order of the ids; undefined for an unknown id
 */
export async function readBatches(em: EntityManager, ids: readonly string[]): Promise<(BatchView | undefined)[]> {
  const found = await findBatches(em, ids);
  const byId = new Map(found.map((row) => [row.id, viewBatch(row)]));
  return ids.map((id) => byId.get(id));
}
