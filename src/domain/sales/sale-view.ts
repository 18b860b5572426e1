import { type View, viewOf } from '../../model/record.ts';
import {
  RefundRecord,
  type RefundView,
  type SaleDetailRecord,
  SaleRecord,
  type ShownSaleRecord,
  type StoredRefund,
  type StoredSale,
} from '../../model/records/sale.ts';
import { refundableOf, refundStateOf } from './sale-rules.ts';

export type { RefundView };

/** A sale with the names of its customer and device, and the values derived from its money. */
export type SaleView = View<typeof ShownSaleRecord>;

/** A refund on its own, with its sale. */
export interface ListedRefundView extends RefundView {
  readonly sale: { readonly id: string };
}

/** One sale with its refunds, oldest first. */
export type SaleDetailView = View<typeof SaleDetailRecord>;

export function viewRefund(row: StoredRefund): ListedRefundView {
  return { ...viewOf(RefundRecord, row), sale: { id: row.saleId } };
}

export function viewSale(row: StoredSale): SaleView {
  const { customerId, customerName, deviceId, serial, preorderId } = row;
  return {
    ...viewOf(SaleRecord, row),
    customer: { id: customerId, fullName: customerName },
    device: { id: deviceId, serial },
    preorder: preorderId ? { id: preorderId } : null,
    refundState: refundStateOf(row),
    refundable: refundableOf(row),
  };
}
