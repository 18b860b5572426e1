import type { EntityManager } from '@mikro-orm/postgresql';
import type { BatchStatus } from '../../model/enums.ts';
import { BatchRecord, type StoredBatch } from '../../model/records/batch.ts';
import { rows } from '../query.ts';
import { listOf, selectList } from '../record-list.ts';
import { type SqlFragment, sql } from '../sql.ts';

const source = {
  from: 'inventory_batch b',
  alias: 'b',
  columns: { deviceCount: '(select count(*)::int from device d where d.batch_id = b.id)' },
};

/** Batches, newest first. */
export const batchList = listOf(BatchRecord, source);

/**
 * The batches in a list: those with the status, else all but the archived ones.
 * @param filtered true if the caller gave a filter, which then decides alone
 */
export function shownBatches(status: BatchStatus | undefined, filtered: boolean): SqlFragment[] {
  if (status) return [sql`b.status = ${status}`];
  return filtered ? [] : [sql`b.status <> 'ARCHIVED'`];
}

/** Batches with the columns of the list, in any order; unknown ids are skipped. */
export function findBatches(em: EntityManager, ids: readonly string[]): Promise<StoredBatch[]> {
  return rows(em, `select ${columns} from ${source.from} where b.id = any($1::uuid[])`, [ids]);
}

const columns = selectList(BatchRecord, source);
