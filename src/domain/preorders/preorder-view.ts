import type { PreorderStatus } from '../../model/enums.ts';
import type { PreorderListRow } from '../../persistence/preorders/preorder-list.ts';
import type { PreorderEventListRow } from '../../persistence/preorders/preorder-repository.ts';
import type { CustomerNoteView } from '../customers/index.ts';

/** A preorder as those who may read preorders see it. */
export type PreorderView = PreorderListRow;

/** An entry of a preorder's history. */
export type PreorderEventView = Omit<PreorderEventListRow, 'preorderId'>;

/** One preorder with what surrounds it. */
export interface PreorderDetailView extends PreorderView {
  /** The latest entries, newest first. */
  readonly history: readonly PreorderEventView[];
  /** What staff wrote down about the customer; null for those who may not read customers. */
  readonly customerNotes: readonly CustomerNoteView[] | null;
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
