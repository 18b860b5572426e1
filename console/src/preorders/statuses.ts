import type { PreorderStatus } from '../api/generated/enums.ts';
import type { AvailableActionFragment } from '../api/generated/operations.ts';

/** From the order to its delivery; the columns of the board. */
export const STATUSES: readonly PreorderStatus[] = [
  'NEW',
  'CONTACTED',
  'CONFIRMED',
  'PAYMENT_PENDING',
  'DEPOSIT_PAID',
  'READY_TO_SHIP',
  'FULFILLED',
  'CANCELLED',
];

/** Those that still wait for somebody. */
export const OPEN = STATUSES.filter((status) => status !== 'FULFILLED' && status !== 'CANCELLED');

/** Whether a move goes on to the next stages: others are corrections and cancellations, which are asked about first. */
export const isForward = (from: PreorderStatus, to: PreorderStatus): boolean =>
  to !== 'CANCELLED' && STATUSES.indexOf(to) > STATUSES.indexOf(from);

/** Where a preorder can go, and where it cannot go now, each with the reason. */
export const movesOf = ({ availableActions }: { readonly availableActions: readonly AvailableActionFragment[] }) =>
  availableActions.flatMap((one) => {
    const to = STATUSES.find((status) => status === one.to);
    return one.operation === 'setPreorderStatus' && to ? [{ ...one, to }] : [];
  });
