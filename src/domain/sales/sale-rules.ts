import type { PaymentStatus, RefundState, SaleStatus } from '../../model/enums.ts';
import type { StoredSale } from '../../model/records/sale.ts';
import { conflict, invalid } from '../kernel/errors.ts';
import { reachable, requireTransition, type Transition } from '../kernel/transitions.ts';

/** What the rules need of a sale. Money in whole currency units. */
export type SaleState = Pick<
  StoredSale,
  'status' | 'paymentStatus' | 'unitPrice' | 'discount' | 'total' | 'refundedTotal'
> &
  Partial<Pick<StoredSale, 'cancelledAt' | 'claimedAt' | 'deviceReleasedAt'>>;

/** What may move a payment: an admin forward, an admin back (only while nothing hangs on it), or money that went back. */
export type PaymentTrigger = 'payment' | 'correction' | 'refund';

/** Every legal move of a payment. REFUNDED is never set by hand: refunds lead there. */
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

/** Every legal move of a sale's status, which follows from its facts (`statusOf`). DRAFT is reserved: nothing makes one. */
export const SALE_TRANSITIONS: readonly Transition<SaleStatus, SaleTrigger>[] = [
  { from: 'PENDING', to: 'PAID', by: 'payment' },
  { from: 'PENDING', to: 'FULFILLED', by: 'payment' },
  { from: 'PAID', to: 'PENDING', by: 'correction' },
  { from: 'PAID', to: 'FULFILLED', by: 'claim' },
  { from: 'PENDING', to: 'CANCELLED', by: 'cancel' },
  { from: 'PENDING', to: 'REFUNDED', by: 'refund' },
  { from: 'PAID', to: 'REFUNDED', by: 'refund' },
  { from: 'FULFILLED', to: 'REFUNDED', by: 'refund' },
];

/** Nothing happens to such a sale any more. */
const OVER: readonly SaleStatus[] = ['CANCELLED', 'REFUNDED'];

/** The status that follows from a sale's facts. A sale of total 0 has nothing to refund, so it is never REFUNDED. */
export function statusOf(sale: Omit<SaleState, 'status'>): SaleStatus {
  if (sale.cancelledAt) return 'CANCELLED';
  if (sale.total > 0 && sale.refundedTotal === sale.total) return 'REFUNDED';
  if (sale.paymentStatus !== 'PAID') return 'PENDING';
  return sale.claimedAt ? 'FULFILLED' : 'PAID';
}

/**
 * What is to be paid.
 * @throws DomainError 400 DISCOUNT_EXCEEDS_PRICE
 */
export function totalOf({ unitPrice, discount }: Pick<SaleState, 'unitPrice' | 'discount'>): number {
  if (discount <= unitPrice) return unitPrice - discount;
  throw invalid('DISCOUNT_EXCEEDS_PRICE', `discount ${discount} must not exceed unitPrice ${unitPrice}.`, [
    { field: 'discount', message: 'must not exceed unitPrice' },
  ]);
}

/** The money of a sale that is made now. @throws DomainError 400 DISCOUNT_EXCEEDS_PRICE */
export function newSale(
  given: Pick<SaleState, 'unitPrice' | 'discount'> & { readonly paymentStatus: PaymentStatus },
): Required<SaleState> {
  const facts = {
    unitPrice: given.unitPrice,
    discount: given.discount,
    total: totalOf(given),
    paymentStatus: given.paymentStatus,
    refundedTotal: 0,
    cancelledAt: null,
    claimedAt: null,
    deviceReleasedAt: null,
  };
  return { ...facts, status: statusOf(facts) };
}

/** Where an admin may move the payment of this sale. */
export function paymentMoves(sale: SaleState): PaymentStatus[] {
  return openPayments(sale).map(({ to }) => to);
}

function openPayments(sale: SaleState): Transition<PaymentStatus, PaymentTrigger>[] {
  if (OVER.includes(sale.status)) return [];
  const correctable = sale.status !== 'FULFILLED' && sale.refundedTotal === 0;
  return PAYMENT_TRANSITIONS.filter(
    ({ from, by }) => from === sale.paymentStatus && (by === 'payment' || (by === 'correction' && correctable)),
  );
}

/** The sale after an admin said how far it is paid. @throws DomainError 409 INVALID_TRANSITION */
export function afterPayment(sale: SaleState, paymentStatus: PaymentStatus): SaleState {
  const open = openPayments(sale).map((move) => ({ ...move, by: 'payment' }));
  requireTransition(open, sale.paymentStatus, paymentStatus, 'payment');
  return derived({ ...sale, paymentStatus });
}

/**
 * The sale at another price or discount.
 * @throws DomainError 400 DISCOUNT_EXCEEDS_PRICE, 409 SALE_NOT_EDITABLE when it is settled, or refunds reach the new total
 */
export function afterPriceChange(
  sale: SaleState,
  { unitPrice = sale.unitPrice, discount = sale.discount }: { readonly unitPrice?: number; readonly discount?: number },
): SaleState {
  const total = totalOf({ unitPrice, discount });
  const open = sale.status === 'PENDING' || (sale.status === 'PAID' && sale.refundedTotal === 0);
  if (!open) {
    throw conflict(
      'SALE_NOT_EDITABLE',
      `Cannot change the price: the sale is ${sale.status} (only a PENDING sale, or a PAID sale without refunds, can be repriced).`,
    );
  }
  if (sale.refundedTotal > 0 && total <= sale.refundedTotal) {
    throw conflict('SALE_NOT_EDITABLE', `The total must be greater than the ${sale.refundedTotal} already refunded.`);
  }
  return derived({ ...sale, unitPrice, discount, total });
}

/** The most that can go back now; 0 where nothing was paid. What was paid of a PARTIAL sale is not known: its total counts. */
export function refundableOf(sale: SaleState): number {
  return mayRefund(sale) ? sale.total - sale.refundedTotal : 0;
}

function mayRefund({ paymentStatus }: SaleState): boolean {
  return paymentStatus === 'PARTIAL' || paymentStatus === 'PAID';
}

/** How much of a sale went back. */
export function refundStateOf({ refundedTotal, total }: SaleState): RefundState {
  if (refundedTotal === 0) return 'NONE';
  return refundedTotal === total ? 'FULL' : 'PARTIAL';
}

/**
 * The sale after money went back: REFUNDED once all of it did.
 * @throws DomainError 409 REFUND_NOT_ALLOWED, 400 REFUND_AMOUNT_EXCEEDS_REFUNDABLE naming the maximum
 */
export function afterRefund(sale: SaleState, amount: number): SaleState {
  if (!mayRefund(sale)) {
    throw conflict(
      'REFUND_NOT_ALLOWED',
      `Cannot refund the sale: its payment is ${sale.paymentStatus} (only PARTIAL and PAID can be refunded).`,
    );
  }
  const maximum = refundableOf(sale);
  if (amount > maximum) {
    throw invalid(
      'REFUND_AMOUNT_EXCEEDS_REFUNDABLE',
      `amount ${amount} exceeds the refundable amount: it must be at most ${maximum}.`,
      [{ field: 'amount', message: `must be at most ${maximum}` }],
    );
  }
  const refundedTotal = sale.refundedTotal + amount;
  return derived({
    ...sale,
    refundedTotal,
    paymentStatus: refundedTotal === sale.total ? 'REFUNDED' : sale.paymentStatus,
  });
}

/** Whether a sale can be called off, as far as it alone decides: the device must not have been claimed either. */
export function mayCancel(sale: SaleState): boolean {
  return sale.paymentStatus === 'UNPAID' && reachable(SALE_TRANSITIONS, sale.status, 'cancel').includes('CANCELLED');
}

/** The sale after it was called off. @throws DomainError 409 SALE_HAS_PAYMENTS, INVALID_TRANSITION */
export function afterCancel(sale: SaleState, now: Date): SaleState {
  if (mayRefund(sale)) {
    throw conflict(
      'SALE_HAS_PAYMENTS',
      `Cannot cancel the sale: its payment is ${sale.paymentStatus}. Refund it first.`,
    );
  }
  requireTransition(SALE_TRANSITIONS, sale.status, 'CANCELLED', 'cancel');
  return derived({ ...sale, cancelledAt: now });
}

/** The sale after its device was claimed, for the first time or again. A sale that is not PAID yet becomes FULFILLED when it is. */
export function afterClaim(sale: SaleState, now: Date): SaleState {
  return derived({ ...sale, claimedAt: sale.claimedAt ?? now });
}

/** The sale after its device left it: the device can be sold to somebody else. */
export function deviceReleased(sale: SaleState, now: Date): SaleState {
  return { ...sale, deviceReleasedAt: sale.deviceReleasedAt ?? now };
}

/** Whether the sale is what its device is sold by: the same as the index sale_one_live_per_device says. */
export function isLive({ status, deviceReleasedAt }: SaleState): boolean {
  return !OVER.includes(status) && !deviceReleasedAt;
}

/** The buyer changes only while the sale stands and nobody has claimed the device. @throws DomainError 409 SALE_NOT_EDITABLE */
export function requireBuyerEditable(sale: SaleState, device: { readonly claimedAt?: Date | null }): void {
  if (!isLive(sale))
    throw conflict('SALE_NOT_EDITABLE', 'Cannot change the customer: the device is no longer part of this sale.');
  if (!sale.claimedAt && !device.claimedAt) return;
  throw conflict(
    'SALE_NOT_EDITABLE',
    'Cannot change the customer: the device is already claimed. Transfer the device instead.',
  );
}

function derived(sale: Omit<SaleState, 'status'>): SaleState {
  return { ...sale, status: statusOf(sale) };
}
