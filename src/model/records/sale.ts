import { many, one } from '../edge.ts';
import { DEVICE_DISPOSITIONS, PAYMENT_STATUSES, REFUND_STATES, SALE_STATUSES, SALES_CHANNELS } from '../enums.ts';
import {
  answer,
  beside,
  id,
  money,
  oneOf,
  part,
  parts,
  record,
  revision,
  type Stored,
  shown,
  text,
  time,
  type View,
} from '../record.ts';
import { adminBy } from './admin.ts';

export const SaleRecord = record(
  'Sale',
  'One device sold to one customer. Money in whole units of `currency`.',
  {
    id: id('The id.').readBy('getSale'),
    number: text('The order number: `KRV-2026-000001`.').code().filter().sort(),
    status: oneOf('SaleStatus', SALE_STATUSES, 'Derived from payment, claim, refunds and cancellation.')
      .filter()
      .sort()
      .dimension(),
    paymentStatus: oneOf(
      'PaymentStatus',
      PAYMENT_STATUSES,
      'How much of the total is paid; REFUNDED once all of it is refunded.',
    )
      .input()
      .filter()
      .sort()
      .dimension(),
    customerId: id('The customer who bought the device.').filter().nested('customer.id'),
    customerName: text('The customer’s name, as it is now.')
      .named()
      .filter()
      .sort()
      .personal()
      .nested('customer.fullName'),
    deviceId: id('The device.').filter().nested('device.id'),
    serial: text('The serial of the device.').code().filter().sort().nested('device.serial'),
    preorderId: id('The preorder that the sale came from; null when it came from none.')
      .nullable()
      .filter()
      .nested('preorder.id'),
    unitPrice: money('The price of the device before the discount.').input().filter().sort().summed(),
    discount: money('The amount taken off `unitPrice`, at most all of it.').input().filter().sort().summed(),
    total: money('`unitPrice` less `discount`.').filter().sort().summed(),
    refundedTotal: money('The sum of all refunds.').filter().sort().summed(),
    currency: text('The currency of all amounts, three Latin letters, stored in capitals.', 3, 3)
      .currency()
      .filter()
      .sort()
      .dimension(),
    salesChannel: oneOf('SalesChannel', SALES_CHANNELS, 'Where the device was sold.')
      .input()
      .filter()
      .sort()
      .dimension(),
    soldAt: time('When the device was sold, as the seller entered it.').filter().sort().dimension(),
    notes: text('Notes of the staff about the sale.', 0, 1000).lines().nullable().input().personal(),
    cancelledAt: time('When the sale was cancelled; null when it was not.').nullable().filter().sort().dimension(),
    cancelReason: text('Why the sale was cancelled; null when it was not.', 3).lines().nullable(),
    claimedAt: time('When the device was claimed under this sale.').nullable().filter().sort(),
    deviceReleasedAt: time('When the device left this sale, to be sold again.').nullable().filter(),
    createdById: id('The admin who recorded the sale.').filter().nested('createdBy'),
    createdBy: id('The admin who recorded the sale.').filled(),
    revision: revision(),
    createdAt: time('When the sale was recorded.').filter().sort().dimension(),
    updatedAt: time('When the sale was last changed.').filter().sort(),
  },
  {
    customer: one('Customer', 'customerId', 'The customer who bought the device.').needs('getCustomer'),
    device: one('Device', 'deviceId', 'The device that was sold.').needs('getDevice'),
    preorder: one('Preorder', 'preorderId', 'The preorder that the sale came from; null when it was deleted.').needs(
      'getPreorder',
    ),
    refunds: many('Refund', 'saleId', 'The oldest first.').by('createdAt', 'ASC').open('the money of the sale itself'),
    createdBy: adminBy('createdById', 'The admin who recorded the sale.'),
  },
);

export type StoredSale = Stored<typeof SaleRecord>;

export const RefundRecord = record(
  'Refund',
  'A refund of a sale; it never changes.',
  {
    id: id('The id.').readBy('getSale'),
    saleId: id('The id of the sale.').filter().nested('sale.id'),
    amount: money('The refunded amount, in whole units of the sale’s currency.', 1).summed(),
    reason: text('The reason for the refund.', 3).typed().lines().dimension(),
    deviceDisposition: oneOf(
      'DeviceDisposition',
      DEVICE_DISPOSITIONS,
      'What became of the device; null when it stayed with the customer.',
    )
      .nullable()
      .dimension(),
    createdById: id('The admin who made the refund.').nested('createdBy'),
    createdBy: id('The admin who made the refund.').filled(),
    createdAt: time('When the refund was made.').filter().sort().dimension(),
  },
  {
    sale: one('Sale', 'saleId', 'The sale that was refunded.').needs('getSale'),
    createdBy: adminBy('createdById', 'The admin who made the refund.'),
  },
);

export type StoredRefund = Stored<typeof RefundRecord>;
export type RefundView = View<typeof RefundRecord>;

/** The view of a sale, with the names of customer and device, and the values derived from its money. */
export const ShownSaleRecord = shown(SaleRecord, 'Sale', SaleRecord.description, {
  customer: part(
    answer('SaleCustomer', 'The customer of a sale.', {
      id: id('The id of the customer.'),
      fullName: text('The name of the customer, as it is now.'),
    }),
    'The customer who bought the device.',
  ),
  device: part(
    answer('SaleDevice', 'The device of a sale.', {
      id: id('The id of the device.'),
      serial: text('The serial of the device.'),
    }),
    'The device.',
  ),
  preorder: part(
    answer('SalePreorder', 'The preorder of a sale.', { id: id('The id of the preorder.') }),
    'The preorder that the sale came from; null when it came from none.',
  ).nullable(),
  refundState: oneOf('RefundState', REFUND_STATES, 'How much of the total was refunded.'),
  refundable: money('The maximum amount of a refund.'),
});

export const SaleDetailRecord = shown(ShownSaleRecord, 'SaleDetail', 'One sale with its refunds.', {
  refunds: parts(RefundRecord, 'The refunds, the oldest first.'),
});

/** REST leaves the refund out: its sale lists all of them. */
export const RefundedSaleRecord = beside(SaleDetailRecord, SaleDetailRecord.name, SaleDetailRecord.description, {
  refund: part(RefundRecord, 'The refund that the call made, also where it repeats an earlier call.'),
});
