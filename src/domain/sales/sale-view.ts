import type { DeviceDisposition, PaymentStatus, RefundState, SaleStatus, SalesChannel } from '../../model/enums.ts';
import type { SaleListRow } from '../../persistence/sales/sale-list.ts';
import { refundableOf, refundStateOf } from './sale-rules.ts';

/** A sale as those who may read sales see it. Money in whole units of `currency`. */
export interface SaleView {
  readonly id: string;
  /** The order number: `KRV-2026-000001`. */
  readonly number: string;
  readonly status: SaleStatus;
  readonly paymentStatus: PaymentStatus;
  readonly refundState: RefundState;
  readonly customer: { readonly id: string; readonly fullName: string };
  readonly device: { readonly id: string; readonly serial: string };
  readonly unitPrice: number;
  readonly discount: number;
  /** `unitPrice` less `discount`. */
  readonly total: number;
  readonly refundedTotal: number;
  /** The most that can go back now. */
  readonly refundable: number;
  readonly currency: string;
  readonly salesChannel: SalesChannel;
  readonly soldAt: Date;
  readonly notes: string | null;
  readonly cancelledAt: Date | null;
  readonly cancelReason: string | null;
  /** When the device was claimed under this sale. */
  readonly claimedAt: Date | null;
  /** When the device left this sale, to be sold again. */
  readonly deviceReleasedAt: Date | null;
  /** Admin id. */
  readonly createdBy: string;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Money that went back. */
export interface RefundView {
  readonly id: string;
  readonly amount: number;
  readonly reason: string;
  readonly deviceDisposition: DeviceDisposition | null;
  /** Admin id. */
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** One sale with its refunds, oldest first. */
export interface SaleDetailView extends SaleView {
  readonly refunds: readonly RefundView[];
}

/** A row of the list as callers see it. */
export function viewSale(row: SaleListRow): SaleView {
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    paymentStatus: row.paymentStatus,
    refundState: refundStateOf(row),
    customer: { id: row.customerId, fullName: row.customerName },
    device: { id: row.deviceId, serial: row.serial },
    unitPrice: row.unitPrice,
    discount: row.discount,
    total: row.total,
    refundedTotal: row.refundedTotal,
    refundable: refundableOf(row),
    currency: row.currency,
    salesChannel: row.salesChannel,
    soldAt: row.soldAt,
    notes: row.notes,
    cancelledAt: row.cancelledAt,
    cancelReason: row.cancelReason,
    claimedAt: row.claimedAt,
    deviceReleasedAt: row.deviceReleasedAt,
    createdBy: row.createdBy,
    revision: row.revision,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
