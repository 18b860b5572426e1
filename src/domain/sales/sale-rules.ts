import type { PaymentStatus, RefundState, SaleStatus } from '../../model/enums.ts';
import type { StoredPreorder } from '../../model/records/preorder.ts';
import type { StoredSale } from '../../model/records/sale.ts';
import { conflict, type DomainError, fieldProblem, invalid, throwIf } from '../kernel/errors.ts';
import type { Transition } from '../kernel/transitions.ts';

/** The fields of a sale that the rules use. Money in whole currency units. */
export type SaleState = Pick<
  StoredSale,
  'status' | 'paymentStatus' | 'unitPrice' | 'discount' | 'total' | 'refundedTotal'
> &
  Partial<Pick<StoredSale, 'cancelledAt' | 'claimedAt' | 'deviceReleasedAt' | 'preorderId'>>;

type PaymentFacts = Pick<SaleState, 'status' | 'paymentStatus' | 'refundedTotal'>;
type RefundFacts = PaymentFacts & Pick<SaleState, 'total'>;
type BuyerFacts = Pick<SaleState, 'status' | 'claimedAt' | 'deviceReleasedAt' | 'preorderId'>;

/**
 * A payment status changes by an admin (forward), by an admin's correction (back, while nothing depends on it), or by a
 * refund.
 */
export type PaymentTrigger = 'payment' | 'correction' | 'refund';

/** Every legal transition of a payment status. Only refunds lead to REFUNDED. */
export const PAYMENT_TRANSITIONS: readonly Transition<PaymentStatus, PaymentTrigger>[] = [
  { from: 'UNPAID', to: 'PARTIAL', by: 'payment' },
  { from: 'UNPAID', to: 'PAID', by: 'payment' },
  { from: 'PARTIAL', to: 'UNPAID', by: 'payment' },
  { from: 'PARTIAL', to: 'PAID', by: 'payment' },
  { from: 'PAID', to: 'PARTIAL', by: 'correction' },
  { from: 'PAID', to: 'UNPAID', by: 'correction' },
  { from: 'PARTIAL', to: 'REFUNDED', by: 'refund' },
  { from: 'PAID', to: 'REFUNDED', by: 'refund' },
];

export type SaleTrigger = PaymentTrigger | 'claim' | 'cancel';

/** Every legal transition of a sale's status, which `statusOf` derives. DRAFT is reserved: no operation creates it. */
export const SALE_TRANSITIONS: readonly Transition<SaleStatus, SaleTrigger>[] = [
  { from: 'PENDING', to: 'PAID', by: 'payment' },
  { from: 'PENDING', to: 'FULFILLED', by: 'payment' },
  { from: 'PAID', to: 'PENDING', by: 'correction' },
  { from: 'PAID', to: 'FULFILLED', by: 'claim' },
  { from: 'PENDING', to: 'CANCELLED', by: 'cancel' },
  // Of a sale with total 0, which nobody has paid for.
  { from: 'PAID', to: 'CANCELLED', by: 'cancel' },
  { from: 'FULFILLED', to: 'CANCELLED', by: 'cancel' },
  { from: 'PENDING', to: 'REFUNDED', by: 'refund' },
  { from: 'PAID', to: 'REFUNDED', by: 'refund' },
  { from: 'FULFILLED', to: 'REFUNDED', by: 'refund' },
];

/** Terminal states. */
const OVER: readonly SaleStatus[] = ['CANCELLED', 'REFUNDED'];

/**
 * Derives the status of a sale from its other fields. A sale with total 0 has nothing to refund, so it is never
 * REFUNDED.
 */
export function statusOf(sale: Omit<SaleState, 'status'>): SaleStatus {
  if (sale.cancelledAt) return 'CANCELLED';
  if (sale.total > 0 && sale.refundedTotal === sale.total) return 'REFUNDED';
  if (sale.paymentStatus !== 'PAID') return 'PENDING';
  return sale.claimedAt ? 'FULFILLED' : 'PAID';
}

/**
 * The amount to be paid: price minus discount.
 * @throws DomainError 400 DISCOUNT_EXCEEDS_PRICE
 */
export function totalOf({ unitPrice, discount }: Pick<SaleState, 'unitPrice' | 'discount'>): number {
  if (discount <= unitPrice) return unitPrice - discount;
  throw invalid('DISCOUNT_EXCEEDS_PRICE', { discount, unitPrice }).with({
    fields: [fieldProblem('discount', 'EXCEEDS', { other: 'unitPrice' })],
  });
}

/** The initial state of a new sale. @throws DomainError 400 DISCOUNT_EXCEEDS_PRICE */
export function newSale(
  terms: Pick<SaleState, 'unitPrice' | 'discount'> & { readonly paymentStatus: PaymentStatus },
): Required<Omit<SaleState, 'preorderId'>> {
  const facts = {
    unitPrice: terms.unitPrice,
    discount: terms.discount,
    total: totalOf(terms),
    paymentStatus: terms.paymentStatus,
    refundedTotal: 0,
    cancelledAt: null,
    claimedAt: null,
    deviceReleasedAt: null,
  };
  return { ...facts, status: statusOf(facts) };
}

/** The error of a payment status that an admin sets: 409 INVALID_TRANSITION. */
export function paymentError(sale: PaymentFacts, to: PaymentStatus): DomainError | undefined {
  if (openPayments(sale).some((move) => move.to === to)) return undefined;
  const { status, paymentStatus: from, refundedTotal: refunded } = sale;
  if (OVER.includes(status)) return conflict('INVALID_TRANSITION', 'SALE_OVER', { from, to, status });
  if (to === 'REFUNDED') return conflict('INVALID_TRANSITION', 'SALE_BY_REFUND', { from, to });
  if (refunded > 0) return conflict('INVALID_TRANSITION', 'SALE_PARTLY_REFUNDED', { from, to, refunded });
  return conflict('INVALID_TRANSITION', 'SALE_CLAIMED', { from, to, status });
}

function openPayments(sale: PaymentFacts): Transition<PaymentStatus, PaymentTrigger>[] {
  if (OVER.includes(sale.status)) return [];
  const correctable = sale.status !== 'FULFILLED' && sale.refundedTotal === 0;
  return PAYMENT_TRANSITIONS.filter(
    ({ from, by }) => from === sale.paymentStatus && (by === 'payment' || (by === 'correction' && correctable)),
  );
}

/** Applies a payment status that an admin set. @throws DomainError 409 INVALID_TRANSITION */
export function applyPayment(sale: SaleState, paymentStatus: PaymentStatus): SaleState {
  throwIf(paymentError(sale, paymentStatus));
  return derived({ ...sale, paymentStatus });
}

/**
 * Applies another price or discount.
 * @throws DomainError 400 DISCOUNT_EXCEEDS_PRICE; 409 SALE_NOT_EDITABLE in a settled sale, or if the refunds reach the
 *   new total
 */
export function applyPriceChange(
  sale: SaleState,
  { unitPrice = sale.unitPrice, discount = sale.discount }: { readonly unitPrice?: number; readonly discount?: number },
): SaleState {
  const total = totalOf({ unitPrice, discount });
  throwIf(priceError(sale));
  if (sale.refundedTotal > 0 && total <= sale.refundedTotal) {
    throw conflict('SALE_NOT_EDITABLE', 'BELOW_REFUNDED', { refunded: sale.refundedTotal });
  }
  return derived({ ...sale, unitPrice, discount, total });
}

/** The error of another price or discount, whatever it is: 409 SALE_NOT_EDITABLE. */
export function priceError({ status, refundedTotal }: PaymentFacts): DomainError | undefined {
  if (status === 'PENDING' || (status === 'PAID' && refundedTotal === 0)) return undefined;
  return conflict('SALE_NOT_EDITABLE', OVER.includes(status) ? 'PRICE_OVER' : 'PRICE_SETTLED', { status });
}

/**
 * The maximum amount of a refund; 0 if nothing was paid. The paid part of a PARTIAL sale is not recorded, so its total
 * counts.
 */
export function refundableOf(sale: RefundFacts): number {
  return mayRefund(sale) ? sale.total - sale.refundedTotal : 0;
}

const REFUNDABLE: readonly PaymentStatus[] = ['PARTIAL', 'PAID'];

function mayRefund({ paymentStatus }: PaymentFacts): boolean {
  return REFUNDABLE.includes(paymentStatus);
}

/** NONE, PARTIAL or FULL, by the refunded amount. */
export function refundStateOf({ refundedTotal, total }: SaleState): RefundState {
  if (refundedTotal === 0) return 'NONE';
  return refundedTotal === total ? 'FULL' : 'PARTIAL';
}

/** The smallest refund, which a sale allows if it allows any. */
export const LEAST_REFUND = 1;

/** The error of a refund: 409 REFUND_NOT_ALLOWED, 400 REFUND_AMOUNT_EXCEEDS_REFUNDABLE naming the maximum. */
export function refundError(sale: RefundFacts, amount: number): DomainError | undefined {
  if (!mayRefund(sale)) {
    const over = sale.status === 'REFUNDED' || sale.status === 'CANCELLED' ? sale.status : 'UNPAID';
    return conflict('REFUND_NOT_ALLOWED', over, { paymentStatus: sale.paymentStatus, allowed: REFUNDABLE });
  }
  const maximum = refundableOf(sale);
  if (amount <= maximum) return undefined;
  return invalid('REFUND_AMOUNT_EXCEEDS_REFUNDABLE', {
    requested: amount,
    refundable: maximum,
    ...(sale.total === 0 ? { total: 0 } : {}),
  }).with({ fields: [fieldProblem('amount', 'TOO_LARGE', { maximum })] });
}

/**
 * Applies a refund; the sale becomes REFUNDED when the whole total is refunded.
 * @throws DomainError 409 REFUND_NOT_ALLOWED, 400 REFUND_AMOUNT_EXCEEDS_REFUNDABLE naming the maximum
 */
export function applyRefund(sale: SaleState, amount: number): SaleState {
  throwIf(refundError(sale, amount));
  const refundedTotal = sale.refundedTotal + amount;
  return derived({
    ...sale,
    refundedTotal,
    paymentStatus: refundedTotal === sale.total ? 'REFUNDED' : sale.paymentStatus,
  });
}

/**
 * The error of a cancellation: 409 SALE_HAS_PAYMENTS, INVALID_TRANSITION. No customer may use the device either. Of a sale with
 * total 0 nothing was paid and nothing can be refunded, whatever its payment status: a cancellation is its only end.
 */
export function cancelError(sale: RefundFacts): DomainError | undefined {
  if (mayRefund(sale) && sale.total > 0) {
    return conflict('SALE_HAS_PAYMENTS', { paymentStatus: sale.paymentStatus });
  }
  if (SALE_TRANSITIONS.some(({ from, by }) => from === sale.status && by === 'cancel')) return undefined;
  const { status } = sale;
  const said = { from: status, to: 'CANCELLED' };
  return status === 'REFUNDED'
    ? conflict('INVALID_TRANSITION', 'SALE_REFUNDED', said)
    : conflict('INVALID_TRANSITION', 'SALE_STATUS', { ...said, status });
}

/** Applies a cancellation; a cancelled sale is UNPAID. @throws DomainError 409 SALE_HAS_PAYMENTS, INVALID_TRANSITION */
export function applyCancel(sale: SaleState, now: Date): SaleState {
  throwIf(cancelError(sale));
  return derived({ ...sale, paymentStatus: 'UNPAID', cancelledAt: now });
}

/** Applies the first or a later claim of the device. A sale that is not PAID becomes FULFILLED when it is paid. */
export function applyClaim(sale: SaleState, now: Date): SaleState {
  return derived({ ...sale, claimedAt: sale.claimedAt ?? now });
}

/** Releases the device from the sale, so that the device can be sold again. */
export function deviceReleased(sale: SaleState, now: Date): SaleState {
  return { ...sale, deviceReleasedAt: sale.deviceReleasedAt ?? now };
}

/** True for the live sale of a device; the same condition as the index sale_one_live_per_device. */
export function isLive({ status, deviceReleasedAt }: BuyerFacts): boolean {
  return !OVER.includes(status) && !deviceReleasedAt;
}

/**
 * The error of another buyer: 409 SALE_NOT_EDITABLE unless the sale is live, of no preorder, and its device unclaimed.
 * @param device as far as it is known
 */
export function buyerError(
  sale: BuyerFacts,
  device: { readonly claimedAt?: Date | null } = {},
): DomainError | undefined {
  if (!isLive(sale)) return conflict('SALE_NOT_EDITABLE', 'CUSTOMER_DEVICE_GONE');
  if (sale.preorderId) return conflict('SALE_NOT_EDITABLE', 'CUSTOMER_OF_PREORDER');
  return sale.claimedAt || device.claimedAt ? conflict('SALE_NOT_EDITABLE', 'CUSTOMER_CLAIMED') : undefined;
}

function derived(sale: Omit<SaleState, 'status'>): SaleState {
  return { ...sale, status: statusOf(sale) };
}

/** The error of linking a sale to a preorder, whichever it is: 409 SALE_NOT_EDITABLE. A link can always be taken away. */
export function linkError({ status }: Pick<SaleState, 'status'>): DomainError | undefined {
  return status === 'CANCELLED' ? conflict('SALE_NOT_EDITABLE', 'LINK_CANCELLED') : undefined;
}

/**
 * The error of another sale from a preorder: 409 PREORDER_NOT_LINKABLE, PREORDER_OF_ANOTHER_CUSTOMER, PREORDER_SOLD.
 * @param customerId the buyer
 * @param sold how many sales it became, without the cancelled ones
 */
export function preorderError(
  preorder: Pick<StoredPreorder, 'number' | 'status' | 'quantity'> & { readonly customerId?: string | null },
  customerId: string,
  sold: number,
): DomainError | undefined {
  const { number, status, quantity } = preorder;
  if (status === 'CANCELLED') return conflict('PREORDER_NOT_LINKABLE', { number });
  if (preorder.customerId && preorder.customerId !== customerId) {
    return conflict('PREORDER_OF_ANOTHER_CUSTOMER', { number });
  }
  return sold < quantity ? undefined : conflict('PREORDER_SOLD', { number, sold, quantity });
}
