import type { BatchStatus } from '../../model/enums.ts';
import { BatchRecord } from '../../model/records/batch.ts';
import { listOf } from '../lists/record-list.ts';
import { type SqlFragment, sql } from '../sql/sql.ts';

/** Batches, newest first. */
export const batchList = listOf(BatchRecord, {
  table: 'inventory_batch b',
  alias: 'b',
  columns: { deviceCount: '(select count(*)::int from device d where d.batch_id = b.id)' },
});

/**
 * The batches in a list: those with the status, else all but the archived ones.
 * @param filtered true if the caller gave a filter, which then decides alone
 */
export function shownBatches(status: BatchStatus | undefined, filtered: boolean): SqlFragment[] {
  if (status) return [sql`b.status = ${status}`];
  return filtered ? [] : [sql`b.status <> 'ARCHIVED'`];
}
