import type { StoredSale } from '../../model/records/sale.ts';
import { movesTo, type RecordAction } from '../kernel/actions.ts';
import { targetsOf } from '../kernel/transitions.ts';
import { cancelSale } from './cancel-sale.ts';
import { correctSale } from './correct-sale.ts';
import { linkSaleToPreorder } from './link-sale-to-preorder.ts';
import { refundSale } from './refund-sale.ts';
import {
  buyerError,
  cancelError,
  LEAST_REFUND,
  linkError,
  PAYMENT_TRANSITIONS,
  paymentError,
  priceError,
  refundError,
} from './sale-rules.ts';
import { updateSale } from './update-sale.ts';

const PAYMENTS = targetsOf(PAYMENT_TRANSITIONS, 'payment', 'correction');

/**
 * The operations on a sale that its own state decides. `cancelSale` also needs a device that no customer uses. The customer is
 * also locked by a claim, which only the device knows. Preorders decide whether they can be linked.
 */
export function saleActions(
  sale: Pick<StoredSale, 'status' | 'paymentStatus' | 'total' | 'refundedTotal' | 'claimedAt' | 'deviceReleasedAt'> & {
    readonly preorder?: { readonly id: string } | null;
  },
): readonly RecordAction[] {
  const price = priceError(sale);
  const locks = {
    customerId: buyerError({ ...sale, preorderId: sale.preorder?.id ?? null }),
    unitPrice: price,
    discount: price,
  };
  const lockedFields = Object.entries(locks).flatMap(([field, error]) => (error ? [{ field, error }] : []));
  return [
    { operation: updateSale, to: null, lockedFields },
    ...movesTo(updateSale, PAYMENTS, sale.paymentStatus, (to) => ({ error: paymentError(sale, to) })),
    ...movesTo(cancelSale, ['CANCELLED'], sale.status, () => ({ error: cancelError(sale) })),
    { operation: linkSaleToPreorder, to: null, error: linkError(sale) },
    { operation: refundSale, to: 'REFUNDED', error: refundError(sale, LEAST_REFUND) },
    { operation: correctSale, to: null },
  ];
}
