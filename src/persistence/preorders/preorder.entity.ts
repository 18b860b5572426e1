import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { LOCALES, PAYMENT_METHODS, PREORDER_STATUSES, PRODUCT_COLORS } from '../../model/enums.ts';
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

/**
 * An order from the public site. A deleted one remains as a tombstone without personal data, so that its key is never
 * reused.
 */
export const Preorder = defineEntity({
  name: 'Preorder',
  tableName: 'preorder',
  properties: {
    id: id(),
    number: p.text(),
    /** SHA-256 of the idempotency key; never reused. */
    keyHash: p.blob(),
    /** SHA-256 of the canonical order: the same key with another order is an error. */
    fingerprint: p.blob(),
    customerId: () => reference(Customer, 'preorder', 'customer_id').nullable().deleteRule('restrict'),
    status: enumColumn(PREORDER_STATUSES),
    fullName: p.text().nullable(),
    phone: p.text().nullable(),
    region: p.text().nullable(),
    city: p.text().nullable(),
    email: p.text().nullable(),
    telegramUsername: p.text().nullable(),
    note: p.text().nullable(),
    productColor: enumColumn(PRODUCT_COLORS).nullable(),
    paymentMethod: enumColumn(PAYMENT_METHODS).nullable(),
    quantity: p.integer(),
    locale: enumColumn(LOCALES),
    utmSource: p.text().nullable(),
    utmMedium: p.text().nullable(),
    utmCampaign: p.text().nullable(),
    utmContent: p.text().nullable(),
    utmTerm: p.text().nullable(),
    referrer: p.text().nullable(),
    /** The offer at the time of the order; whole currency units. */
    productName: p.text(),
    currency: p.text(),
    fullPrice: p.bigint('number').nullable(),
    depositAmount: p.bigint('number').nullable(),
    assignedAdminId: p.uuid().nullable(),
    firstContactedAt: timestamp().nullable(),
    depositPaidAt: timestamp().nullable(),
    fulfilledAt: timestamp().nullable(),
    cancelledAt: timestamp().nullable(),
    /** Cancelled after the deposit was paid: a refund is due. */
    refundDue: p.boolean().default(false),
    deletedAt: timestamp().nullable(),
    revision: revision(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  uniques: [
    { name: 'preorder_number_unique', properties: ['number'] },
    { name: 'preorder_key_unique', properties: ['keyHash'] },
  ],
  indexes: [
    { name: 'preorder_created_at_index', properties: ['createdAt', 'id'] },
    { name: 'preorder_status_index', properties: ['status', 'createdAt', 'id'] },
    { name: 'preorder_customer_index', properties: ['customerId', 'createdAt', 'id'] },
    { name: 'preorder_assigned_admin_index', properties: ['assignedAdminId', 'createdAt', 'id'] },
    orderIndex('preorder', 'full_name', { isName: true }),
    orderIndex('preorder', 'region', { isName: true }),
    orderIndex('preorder', 'city', { isName: true }),
    orderIndex('preorder', 'quantity'),
    orderIndex('preorder', 'locale'),
    orderIndex('preorder', 'utm_source'),
    orderIndex('preorder', 'first_contacted_at', { given: true }),
    orderIndex('preorder', 'deposit_paid_at', { given: true }),
    orderIndex('preorder', 'fulfilled_at', { given: true }),
    orderIndex('preorder', 'cancelled_at', { given: true }),
    orderIndex('preorder', 'updated_at'),
    trigramIndex('preorder', 'number'),
    trigramIndex('preorder', 'full_name', 'search_form'),
    trigramIndex('preorder', 'phone', 'phone_form'),
    trigramIndex('preorder', 'email'),
    ...mentionIndexes('preorder', 'note'),
  ],
  checks: [{ name: 'preorder_quantity_range', expression: 'quantity >= 1 and quantity <= 20' }],
});
export type PreorderRow = InferEntity<typeof Preorder>;
