import { type View, viewOf } from '../../model/record.ts';
import {
  type PreorderDetailRecord,
  type PreorderEventView,
  type PreorderReceiptRecord,
  PreorderRecord,
  type PreorderView,
  type StoredPreorder,
} from '../../model/records/preorder.ts';

export type { PreorderEventView, PreorderView };

/** One preorder with its history and the customer's notes. */
export type PreorderDetailView = View<typeof PreorderDetailRecord>;

export function viewPreorder(row: StoredPreorder): PreorderView {
  return viewOf(PreorderRecord, row);
}

/** The public response to an order; it contains no personal data, so guessing a key reveals none. */
export type PreorderReceipt = View<typeof PreorderReceiptRecord>;

/** The response to an order and to its retries: always NEW, whatever the current status. */
export function receiptOf({ number, createdAt }: Pick<PreorderReceipt, 'number' | 'createdAt'>): PreorderReceipt {
  return { number, status: 'NEW', createdAt };
}
