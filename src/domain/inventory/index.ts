import { archiveBatch } from './archive-batch.ts';
import { createBatch } from './create-batch.ts';
import { deleteBatch } from './delete-batch.ts';
import { getBatch } from './get-batch.ts';
import { getBatchByCode } from './get-batch-by-code.ts';
import { listBatches } from './list-batches.ts';
import { provisionBatch } from './provision-batch.ts';
import { provisionDevices } from './provision-devices.ts';
import { updateBatch } from './update-batch.ts';

export { batchActions } from './batch-actions.ts';
export { batchReader } from './batch-reads.ts';
export type { BatchView } from './batch-view.ts';
export { BATCH_TRANSITIONS } from './inventory-rules.ts';
export {
  archiveBatch,
  createBatch,
  deleteBatch,
  getBatch,
  getBatchByCode,
  listBatches,
  provisionBatch,
  provisionDevices,
  updateBatch,
};

/** The operations of the module, for the catalog. */
export const inventoryOperations = [
  listBatches,
  createBatch,
  getBatch,
  getBatchByCode,
  updateBatch,
  deleteBatch,
  provisionBatch,
  archiveBatch,
  provisionDevices,
];
