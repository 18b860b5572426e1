import { BatchRecord } from '../../model/records/batch.ts';
import { listOf } from '../lists/record-list.ts';
import { Source, sql } from '../sql/sql.ts';

const batch = new Source('inventory_batch', 'b');

/** Batches, newest first. */
export const batchList = listOf(BatchRecord, {
  table: batch,
  columns: {
    deviceCount: sql`(select count(*)::int from device d where d.batch_id = ${batch}.id)`,
    createdById: sql`${batch}.created_by`,
  },
});
