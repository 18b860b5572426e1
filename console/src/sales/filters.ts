import type { PaymentStatus, SaleStatus, SalesChannel } from '../api/generated/enums.ts';
import type { FilterDef } from '../list/filters.ts';
import { findCountries } from '../record/find-countries.ts';
import { wordsOf } from '../text/enums.ts';
import '../text/sales.ts';

/** In the order of a sale's life; no operation makes a DRAFT. */
export const STATUSES: readonly SaleStatus[] = ['PENDING', 'PAID', 'FULFILLED', 'REFUNDED', 'CANCELLED'];
export const PAYMENTS: readonly PaymentStatus[] = ['UNPAID', 'PARTIAL', 'PAID', 'REFUNDED'];
/** Only refunds lead to REFUNDED. */
export const SET_PAYMENTS: readonly PaymentStatus[] = ['UNPAID', 'PARTIAL', 'PAID'];
export const CHANNELS: readonly SalesChannel[] = [
  'DIRECT',
  'WEBSITE',
  'TELEGRAM',
  'INSTAGRAM',
  'RESELLER',
  'OFFLINE',
  'OTHER',
];

/** What sales can be found by, their own fields and those of what belongs to them. */
export const saleFilters: readonly FilterDef[] = [
  { key: 'status', label: 'sale.status', path: ['status'], kind: 'enum', name: 'SaleStatus', values: STATUSES },
  {
    key: 'payment',
    label: 'sale.paymentStatus',
    path: ['paymentStatus'],
    kind: 'enum',
    name: 'PaymentStatus',
    values: PAYMENTS,
  },
  {
    key: 'channel',
    label: 'sale.salesChannel',
    path: ['salesChannel'],
    kind: 'enum',
    name: 'SalesChannel',
    values: CHANNELS,
  },
  { key: 'sold', label: 'sale.soldAt', path: ['soldAt'], kind: 'time' },
  { key: 'total', label: 'sale.total', path: ['total'], kind: 'amount' },
  { key: 'refunded', label: 'sale.refundedTotal', path: ['refundedTotal'], kind: 'amount' },
  { key: 'discount', label: 'sale.discount', path: ['discount'], kind: 'amount' },
  { key: 'currency', label: 'sale.currency', path: ['currency'], kind: 'text' },
  { key: 'refund', label: 'sale.refundAt', path: ['refunds', 'some', 'createdAt'], kind: 'time' },
  { key: 'number', label: 'sale.number', path: ['number'], kind: 'text' },
  { key: 'customer', label: 'sale.customer', path: ['customerName'], kind: 'text' },
  { key: 'country', label: 'sale.customerCountry', path: ['customer', 'country'], kind: 'id', find: findCountries },
  { key: 'city', label: 'sale.customerCity', path: ['customer', 'city'], kind: 'text' },
  { key: 'serial', label: 'sale.serial', path: ['serial'], kind: 'text' },
  { key: 'model', label: 'sale.deviceModel', path: ['device', 'model'], kind: 'text' },
  { key: 'batch', label: 'sale.deviceBatch', path: ['device', 'batchCode'], kind: 'text' },
  {
    key: 'device',
    label: 'sale.deviceStatus',
    path: ['device', 'status'],
    kind: 'enum',
    name: 'DeviceStatus',
    values: Object.keys(wordsOf('DeviceStatus')),
  },
  { key: 'preorder', label: 'sale.preorder', path: ['preorder', 'number'], kind: 'text' },
  { key: 'claimed', label: 'sale.claimedAt', path: ['claimedAt'], kind: 'time' },
  { key: 'cancelled', label: 'sale.cancelledAt', path: ['cancelledAt'], kind: 'time' },
  { key: 'created', label: 'sale.createdAt', path: ['createdAt'], kind: 'time' },
];
