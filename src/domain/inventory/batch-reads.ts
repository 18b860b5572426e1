import { BatchRecord, type StoredBatch } from '../../model/records/batch.ts';
import { batchList } from '../../persistence/inventory/batch-list.ts';
import { reader } from '../reader.ts';
import { viewBatch } from './batch-view.ts';

export const batchReader = reader(BatchRecord, batchList, (row: StoredBatch) => viewBatch(row));
