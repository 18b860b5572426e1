import { BatchRecord } from '../../model/records/batch.ts';
import { connectionOf } from '../schema/connection.ts';
import { objectTypeOf } from '../schema/record-type.ts';

export const BatchType = objectTypeOf(BatchRecord, {
  availableActions: ['status', 'deviceCount', 'provisionedAt'],
});

export const BatchConnection = connectionOf('Batch', () => BatchType);
