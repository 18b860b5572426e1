import { PREORDER_STATUSES } from '../../model/enums.ts';
import type { PreorderView } from '../../model/records/preorder.ts';
import { movesTo, type RecordAction } from '../kernel/actions.ts';
import { assignPreorder } from './assign-preorder.ts';
import { deletePreorder } from './delete-preorder.ts';
import { deletionError, moveError } from './preorder-rules.ts';
import { setPreorderStatus } from './set-preorder-status.ts';

/** The operations on a preorder that its own state decides. The settings decide whether deposits may be confirmed by hand. */
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
