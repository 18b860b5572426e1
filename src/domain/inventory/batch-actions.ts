import { fieldsWith } from '../../model/record.ts';
import { BatchRecord, type BatchView } from '../../model/records/batch.ts';
import { movesTo, type RecordAction } from '../kernel/actions.ts';
import { targetsOf } from '../kernel/transitions.ts';
import { archiveBatch } from './archive-batch.ts';
import { deleteBatch } from './delete-batch.ts';
import {
  archiveError,
  BATCH_TRANSITIONS,
  deletionError,
  editError,
  moveError,
  provisionError,
  rolesOfMove,
} from './inventory-rules.ts';
import { provisionBatch } from './provision-batch.ts';
import { updateBatch } from './update-batch.ts';

const PLAN = fieldsWith(BatchRecord, 'input');
const TARGETS = targetsOf(BATCH_TRANSITIONS, 'admin');

/** What can be done to a batch. */
export function batchActions(
  batch: Pick<BatchView, 'status' | 'deviceCount' | 'provisionedAt'>,
): readonly RecordAction[] {
  const { status } = batch;
  const lockedFields = PLAN.flatMap((field) => {
    const error = editError(status, [field]);
    return error ? [{ field, error }] : [];
  });
  return [
    { operation: updateBatch, to: null, lockedFields },
    ...movesTo(updateBatch, TARGETS, status, (to) => ({
      error: moveError(status, to),
      roles: rolesOfMove(status, to),
    })),
    { operation: provisionBatch, to: 'COMPLETED', error: provisionError(batch) },
    ...movesTo(archiveBatch, ['ARCHIVED'], status, () => ({ error: archiveError(status) })),
    { operation: deleteBatch, to: null, error: deletionError(batch) },
  ];
}
