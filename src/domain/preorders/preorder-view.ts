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

/** One preorder with what surrounds it. */
export interface PreorderDetailView extends PreorderView {
  /** The latest entries, newest first. */
  readonly history: readonly PreorderEventView[];
  /** What staff wrote down about the customer; null for those who may not read customers. */
  readonly customerNotes: readonly CustomerNoteView[] | null;
}

/** A row of the list as callers see it. */
export function viewPreorder(row: StoredPreorder): PreorderView {
  return viewOf(PreorderRecord, row);
}

/** All that the public is told of a preorder: whoever guesses a key learns nothing of a person. */
export interface PreorderReceipt {
  readonly number: string;
  readonly status: PreorderStatus;
  readonly createdAt: Date;
}

/** The answer to an order, and to every retry of it: NEW, whatever has become of it since. */
export function receiptOf({ number, createdAt }: Pick<PreorderReceipt, 'number' | 'createdAt'>): PreorderReceipt {
  return { number, status: 'NEW', createdAt };
}
