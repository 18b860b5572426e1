import { viewOf } from '../../model/record.ts';
import { BatchRecord, type BatchView, type StoredBatch } from '../../model/records/batch.ts';

export type { BatchView };

/**
 * The view of a stored batch or of a row of the list.
 * @param deviceCount existing devices of the batch; by default the count in the row
 */
export function viewBatch(batch: Partial<StoredBatch>, deviceCount = batch.deviceCount ?? 0): BatchView {
  return { ...viewOf(BatchRecord, batch), deviceCount };
}
