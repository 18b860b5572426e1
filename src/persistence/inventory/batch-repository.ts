import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { row, rows } from '../sql/query.ts';
import { Batch, type BatchRow } from './batch.entity.ts';

/** Locks a batch for update until the transaction ends. */
export async function lockBatch(em: EntityManager, id: string): Promise<BatchRow | null> {
  return em.findOne(Batch, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

export async function countDevices(em: EntityManager, batchId: string): Promise<number> {
  const found = await row<{ count: number }>(em, 'select count(*)::int as count from device where batch_id = $1', [
    batchId,
  ]);
  return found?.count ?? 0;
}

/** The places 1 to `quantity` of a batch without a device, in order. */
export async function missingOrdinals(em: EntityManager, batchId: string, quantity: number): Promise<number[]> {
  const found = await rows<{ ordinal: number }>(
    em,
    `select ordinal from generate_series(1, $2::int) as ordinal
      where not exists (select 1 from device where batch_id = $1 and batch_ordinal = ordinal) order by ordinal`,
    [batchId, quantity],
  );
  return found.map(({ ordinal }) => ordinal);
}
