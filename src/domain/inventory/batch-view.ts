import { viewOf } from '../../model/record.ts';
import { BatchRecord, type BatchView, type StoredBatch } from '../../model/records/batch.ts';

export type { BatchView };

/**
 * A stored batch or a row of the list, as callers see it.
 * @param deviceCount devices that exist of the batch; a row of the list has counted them
 */
export function viewBatch(batch: Partial<StoredBatch>, deviceCount = batch.deviceCount ?? 0): BatchView {
  return { ...viewOf(BatchRecord, batch), deviceCount };
}
