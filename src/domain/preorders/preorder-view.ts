import type { PreorderStatus } from '../../model/enums.ts';
import { viewOf } from '../../model/record.ts';
import {
  type PreorderEventView,
  PreorderRecord,
  type PreorderView,
  type StoredPreorder,
} from '../../model/records/preorder.ts';
import type { CustomerNoteView } from '../customers/index.ts';

export type { PreorderEventView, PreorderView };

/** One preorder with its history and the customer's notes. */
export interface PreorderDetailView extends PreorderView {
  /** The latest entries, newest first. */
  readonly history: readonly PreorderEventView[];
  /** Notes of the staff about the customer; null for roles that may not read customers. */
  readonly customerNotes: readonly CustomerNoteView[] | null;
}

export function viewPreorder(row: StoredPreorder): PreorderView {
  return viewOf(PreorderRecord, row);
}

/** The public response to an order; it contains no personal data, so guessing a key reveals none. */
export interface PreorderReceipt {
  readonly number: string;
  readonly status: PreorderStatus;
  readonly createdAt: Date;
}

/** The response to an order and to its retries: always NEW, whatever the current status. */
export function receiptOf({ number, createdAt }: Pick<PreorderReceipt, 'number' | 'createdAt'>): PreorderReceipt {
  return { number, status: 'NEW', createdAt };
}
