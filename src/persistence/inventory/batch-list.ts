import type { BatchStatus } from '../../model/enums.ts';
import { BatchRecord } from '../../model/records/batch.ts';
import { listOf } from '../lists/record-list.ts';
import { Source, type SqlFragment, sql } from '../sql/sql.ts';

const batch = new Source('inventory_batch', 'b');

/** Batches, newest first. */
export const batchList = listOf(BatchRecord, {
  table: batch,
  columns: {
    deviceCount: sql`(select count(*)::int from device d where d.batch_id = ${batch}.id)`,
    createdById: sql`${batch}.created_by`,
  },
});

/**
 * The batches in a list: those with the status, else all but the archived ones.
 * @param filtered true if the caller gave a filter, which then decides alone
 */
export function shownBatches(status: BatchStatus | undefined, filtered: boolean): SqlFragment[] {
  if (status) return [sql`${batch}.status = ${status}`];
  return filtered ? [] : [sql`${batch}.status <> 'ARCHIVED'`];
}
