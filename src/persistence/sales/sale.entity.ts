import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { PAYMENT_STATUSES, SALE_STATUSES, SALES_CHANNELS } from '../../model/enums.ts';
import {
  enumColumn,
  id,
  mentionIndexes,
  orderIndex,
  reference,
  revision,
  timestamp,
  trigramIndex,
} from '../columns.ts';
import { Customer } from '../customers/customer.entity.ts';
import { Device } from '../devices/device.entity.ts';
import { Preorder } from '../preorders/preorder.entity.ts';

/** One device sold to one customer. Money in whole currency units. `status` is derived (sale-rules.ts) and stored for lists. */
export const Sale = defineEntity({
  name: 'Sale',
  tableName: 'sale',
  properties: {
    id: id(),
    number: p.text(),
    customerId: () => reference(Customer, 'sale', 'customer_id').deleteRule('restrict'),
    deviceId: () => reference(Device, 'sale', 'device_id').deleteRule('restrict'),
    /** The preorder that it came from. */
    preorderId: () => reference(Preorder, 'sale', 'preorder_id').nullable().deleteRule('restrict'),
    unitPrice: p.bigint('number'),
    discount: p.bigint('number'),
    total: p.bigint('number'),
    currency: p.text(),
    paymentStatus: enumColumn(PAYMENT_STATUSES),
    status: enumColumn(SALE_STATUSES),
    salesChannel: enumColumn(SALES_CHANNELS),
    soldAt: timestamp(),
    notes: p.text().nullable(),
    refundedTotal: p.bigint('number').default(0),
    cancelledAt: timestamp().nullable(),
    cancelReason: p.text().nullable(),
    /** The first claim of the device under this sale. */
    claimedAt: timestamp().nullable(),
    /** The time of the device's return, after which it can be sold again. */
    deviceReleasedAt: timestamp().nullable(),
    createdBy: p.uuid(),
    revision: revision(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  uniques: [{ name: 'sale_number_unique', properties: ['number'] }],
  indexes: [
    ...mentionIndexes('sale', 'notes'),
    ...mentionIndexes('sale', 'cancel_reason'),
    {
      name: 'sale_one_live_per_device',
      expression: `create unique index "sale_one_live_per_device" on "sale" ("device_id") where status not in ('CANCELLED', 'REFUNDED') and device_released_at is null`,
    },
    {
      name: 'sale_buyers_index',
      expression: `create index "sale_buyers_index" on "sale" ("currency", "sold_at") include ("status", "customer_id")`,
    },
    {
      name: 'sale_customer_sums_index',
      expression: `create index "sale_customer_sums_index" on "sale" ("currency", "customer_id") include ("status", "sold_at", "unit_price", "discount", "refunded_total")`,
    },
    { name: 'sale_created_at_index', properties: ['createdAt', 'id'] },
    { name: 'sale_status_index', properties: ['status', 'createdAt', 'id'] },
    // Half the size of the next index: a search counts the sales of tens of thousands of customers in it, and questions count different customers in its order.
    {
      name: 'sale_customer_time_index',
      expression: `create index "sale_customer_time_index" on "sale" ("customer_id", "sold_at", "id") include ("status")`,
    },
    { name: 'sale_customer_index', properties: ['customerId', 'createdAt', 'id'] },
    { name: 'sale_device_index', properties: ['deviceId', 'createdAt', 'id'] },
    {
      name: 'sale_preorder_index',
      expression: `create index "sale_preorder_index" on "sale" ("preorder_id", "created_at", "id") where preorder_id is not null`,
    },
    orderIndex('sale', 'sold_at'),
    orderIndex('sale', 'payment_status'),
    orderIndex('sale', 'unit_price'),
    orderIndex('sale', 'discount'),
    orderIndex('sale', 'total'),
    orderIndex('sale', 'refunded_total'),
    orderIndex('sale', 'currency'),
    orderIndex('sale', 'sales_channel'),
    orderIndex('sale', 'cancelled_at', { given: true }),
    orderIndex('sale', 'claimed_at', { given: true }),
    orderIndex('sale', 'device_released_at', { given: true }),
    orderIndex('sale', 'created_by'),
    orderIndex('sale', 'updated_at'),
    trigramIndex('sale', 'number'),
  ],
  checks: [
    {
      name: 'sale_total_adds_up',
      expression: 'total = unit_price - discount and discount >= 0 and discount <= unit_price',
    },
    { name: 'sale_refunds_bounded', expression: 'refunded_total >= 0 and refunded_total <= total' },
    {
      name: 'sale_status_fits_payment',
      expression: `(status = 'DRAFT' and payment_status = 'UNPAID') or (status = 'PENDING' and payment_status in ('UNPAID', 'PARTIAL')) or (status in ('PAID', 'FULFILLED') and payment_status = 'PAID') or (status = 'CANCELLED' and payment_status = 'UNPAID') or (status = 'REFUNDED' and payment_status = 'REFUNDED')`,
    },
  ],
});
export type SaleRow = InferEntity<typeof Sale>;
