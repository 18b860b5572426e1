import type { AdminRole, AdminStatus, PreorderStatus } from '../../model/enums.ts';
import type { StoredPreorder } from '../../model/records/preorder.ts';
import { conflict, type DomainError, fieldProblem, invalid, throwIf, validationFailed } from '../kernel/errors.ts';
import { requireTransition, shortestPath, stepsBy, type Transition } from '../kernel/transitions.ts';

/** A legal transition of a preorder. */
export interface PreorderTransition extends Transition<PreorderStatus, 'admin'> {
  /** One step back, to correct a mistake. */
  readonly correction?: true;
  /** The caller must give a reason. */
  readonly noteRequired?: true;
  /** Assigns an unassigned preorder to the admin who makes the transition. */
  readonly assignsActor?: true;
  /** A further condition of the transition. */
  readonly only?: 'NOTHING_TO_COLLECT' | 'MANUAL_DEPOSITS_ALLOWED';
}

/** From the order to its delivery, one step at a time; FULFILLED and CANCELLED are terminal. */
export const PREORDER_TRANSITIONS: readonly PreorderTransition[] = [
  { from: 'NEW', to: 'CONTACTED', by: 'admin', assignsActor: true },
  { from: 'NEW', to: 'CONFIRMED', by: 'admin', assignsActor: true },
  { from: 'CONTACTED', to: 'CONFIRMED', by: 'admin' },
  { from: 'CONFIRMED', to: 'PAYMENT_PENDING', by: 'admin' },
  { from: 'CONFIRMED', to: 'READY_TO_SHIP', by: 'admin', only: 'NOTHING_TO_COLLECT' },
  { from: 'PAYMENT_PENDING', to: 'DEPOSIT_PAID', by: 'admin', only: 'MANUAL_DEPOSITS_ALLOWED' },
  { from: 'DEPOSIT_PAID', to: 'READY_TO_SHIP', by: 'admin' },
  { from: 'READY_TO_SHIP', to: 'FULFILLED', by: 'admin' },

  { from: 'CONTACTED', to: 'NEW', by: 'admin', correction: true, noteRequired: true },
  { from: 'CONFIRMED', to: 'CONTACTED', by: 'admin', correction: true, noteRequired: true },
  { from: 'PAYMENT_PENDING', to: 'CONFIRMED', by: 'admin', correction: true, noteRequired: true },
  { from: 'DEPOSIT_PAID', to: 'PAYMENT_PENDING', by: 'admin', correction: true, noteRequired: true },
  { from: 'READY_TO_SHIP', to: 'DEPOSIT_PAID', by: 'admin', correction: true, noteRequired: true },

  { from: 'NEW', to: 'CANCELLED', by: 'admin' },
  { from: 'CONTACTED', to: 'CANCELLED', by: 'admin' },
  { from: 'CONFIRMED', to: 'CANCELLED', by: 'admin' },
  { from: 'PAYMENT_PENDING', to: 'CANCELLED', by: 'admin' },
  { from: 'DEPOSIT_PAID', to: 'CANCELLED', by: 'admin', noteRequired: true },
  { from: 'READY_TO_SHIP', to: 'CANCELLED', by: 'admin', noteRequired: true },
];

/** Roles that a preorder can be assigned to. */
const ASSIGNEE_ROLES: readonly AdminRole[] = ['SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT'];

/** Statuses in which a preorder can be deleted. */
const DELETABLE: readonly PreorderStatus[] = ['NEW', 'CANCELLED'];

/** The prices promised to the customer, in whole currency units. */
type Prices = Partial<Pick<StoredPreorder, 'fullPrice' | 'depositAmount'>>;

/** The fields of a preorder that transitions read and change. */
export type PreorderState = Pick<
  StoredPreorder,
  'status' | 'assignedAdminId' | 'firstContactedAt' | 'depositPaidAt' | 'fulfilledAt' | 'cancelledAt' | 'refundDue'
>;

/** The transitions that the state of the preorder allows. */
export function movesOf(preorder: Prices & { readonly status: PreorderStatus }): PreorderTransition[] {
  return PREORDER_TRANSITIONS.filter(
    ({ from, only }) => from === preorder.status && (only !== 'NOTHING_TO_COLLECT' || nothingToCollect(preorder)),
  );
}

/** The error of a transition that the state of the preorder does not allow: 409 INVALID_TRANSITION naming the steps to that status. */
export function moveError(
  preorder: Prices & { readonly status: PreorderStatus },
  to: PreorderStatus,
): DomainError | undefined {
  const { status: from } = preorder;
  if (movesOf(preorder).some((move) => move.to === to)) return undefined;
  const open = PREORDER_TRANSITIONS.filter(({ only }) => only !== 'NOTHING_TO_COLLECT' || nothingToCollect(preorder));
  const path = shortestPath(open, from, [to]);
  if (!path) return conflict('INVALID_TRANSITION', 'PREORDER_FINAL', { from, to });
  return conflict('INVALID_TRANSITION', 'STEPS', { from, to, steps: stepsBy('setPreorderStatus', path) });
}

/**
 * Finds the transition that an admin requests.
 * @param note the reason; undefined = none given
 * @param allowsManualDeposits from the current preorder settings
 * @throws DomainError 409 INVALID_TRANSITION, MANUAL_DEPOSIT_NOT_ALLOWED, 400 VALIDATION_FAILED naming the note
 */
export function requireMove(
  preorder: Prices & { readonly status: PreorderStatus },
  to: PreorderStatus,
  note: string | undefined,
  allowsManualDeposits: boolean,
): PreorderTransition {
  throwIf(moveError(preorder, to));
  const move: PreorderTransition = requireTransition(movesOf(preorder), preorder.status, to, 'admin');
  if (move.only === 'MANUAL_DEPOSITS_ALLOWED' && !allowsManualDeposits) {
    throw conflict('MANUAL_DEPOSIT_NOT_ALLOWED');
  }
  if (move.noteRequired && note === undefined) {
    throw validationFailed([fieldProblem('note', 'REQUIRED', { from: move.from, to: move.to })]);
  }
  return move;
}

/**
 * Applies a transition.
 * @param actorId the admin who makes it
 */
export function applyMove(
  preorder: PreorderState,
  move: PreorderTransition,
  actorId: string,
  now: Date,
): PreorderState {
  const next = { ...preorder, status: move.to };
  if (move.assignsActor) {
    return {
      ...next,
      assignedAdminId: preorder.assignedAdminId ?? actorId,
      firstContactedAt: preorder.firstContactedAt ?? now,
    };
  }
  if (move.to === 'CANCELLED') return { ...next, cancelledAt: now, refundDue: preorder.depositPaidAt !== null };
  if (move.to === 'FULFILLED') return { ...next, fulfilledAt: now };
  if (move.correction) return { ...next, ...undone(move) };
  return move.to === 'DEPOSIT_PAID' ? { ...next, depositPaidAt: now } : next;
}

/** The timestamps that a correction clears. */
function undone({ from }: PreorderTransition): Partial<PreorderState> {
  if (from === 'CONTACTED') return { firstContactedAt: null };
  return from === 'DEPOSIT_PAID' ? { depositPaidAt: null } : {};
}

function nothingToCollect({ fullPrice, depositAmount }: Prices): boolean {
  return !fullPrice && !depositAmount;
}

/** The preorder settings that bound new orders. */
interface Terms {
  readonly preOrderEnabled: boolean;
  readonly maxQuantityPerOrder: number;
  readonly preorderCapacity?: number | null;
  readonly reserved: number;
}

/** The remaining capacity; null = unlimited; 0 if the capacity was lowered below the reserved quantity. */
export function remainingOf({
  preorderCapacity,
  reserved,
}: Pick<Terms, 'preorderCapacity' | 'reserved'>): number | null {
  return preorderCapacity === null || preorderCapacity === undefined ? null : Math.max(0, preorderCapacity - reserved);
}

/**
 * Checks an order against the preorder settings.
 * @param terms locked, so that the same capacity is not reserved twice
 * @throws DomainError 400 PREORDER_QUANTITY_EXCEEDED, 409 PREORDER_DISABLED, 409 PREORDER_CAPACITY_REACHED
 */
export function requireWithinTerms(terms: Terms, quantity: number): void {
  if (quantity > terms.maxQuantityPerOrder) {
    throw invalid('PREORDER_QUANTITY_EXCEEDED', { maximum: terms.maxQuantityPerOrder });
  }
  if (!terms.preOrderEnabled) throw conflict('PREORDER_DISABLED');
  const remaining = remainingOf(terms);
  if (remaining !== null && quantity > remaining) throw conflict('PREORDER_CAPACITY_REACHED', { remaining });
}

/**
 * An assignee must be ACTIVE and have a role that works with preorders.
 * @param admin undefined = no admin has the id
 * @throws DomainError 400 ASSIGNEE_NOT_ELIGIBLE
 */
export function requireEligible(admin: { readonly role: AdminRole; readonly status: AdminStatus } | undefined): void {
  if (admin?.status === 'ACTIVE' && ASSIGNEE_ROLES.includes(admin.role)) return;
  throw invalid('ASSIGNEE_NOT_ELIGIBLE', { roles: ASSIGNEE_ROLES });
}

/**
 * Only a NEW or CANCELLED preorder can be deleted, and only if the caller confirms its number.
 * @param typedNumber the number as the caller typed it
 * @throws DomainError 400 CONFIRMATION_MISMATCH, 409 PREORDER_NOT_DELETABLE
 */
export function requireDeletable(
  preorder: { readonly number: string; readonly status: PreorderStatus },
  typedNumber: string,
): void {
  if (typedNumber !== preorder.number) {
    throw invalid('CONFIRMATION_MISMATCH');
  }
  throwIf(deletionError(preorder.status));
}

/** The error of a deletion in this status: 409 PREORDER_NOT_DELETABLE. */
export function deletionError(status: PreorderStatus): DomainError | undefined {
  if (DELETABLE.includes(status)) return undefined;
  return conflict('PREORDER_NOT_DELETABLE', status === 'FULFILLED' ? 'DELIVERED' : 'OPEN', {
    status,
    allowed: DELETABLE,
  });
}
