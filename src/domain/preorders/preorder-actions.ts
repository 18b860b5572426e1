import { PREORDER_STATUSES } from '../../model/enums.ts';
import type { PreorderView } from '../../model/records/preorder.ts';
import { movesTo, type RecordAction } from '../kernel/actions.ts';
import { assignPreorder } from './assign-preorder.ts';
import { deletePreorder } from './delete-preorder.ts';
import { deletionError, moveError } from './preorder-rules.ts';
import { setPreorderStatus } from './set-preorder-status.ts';

/**
 * What can be done to a preorder, as far as the preorder itself decides it: whether deposits may be confirmed by hand is
 * in the settings.
 */
export function preorderActions(
  preorder: Pick<PreorderView, 'status' | 'fullPrice' | 'depositAmount'>,
): readonly RecordAction[] {
  const { status } = preorder;
  return [
    ...movesTo(setPreorderStatus, PREORDER_STATUSES, status, (to) => ({ error: moveError(preorder, to) })),
    { operation: assignPreorder, to: null },
    { operation: deletePreorder, to: null, error: deletionError(status) },
  ];
}
