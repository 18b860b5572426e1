import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { LOCALES } from '../../model/enums.ts';
import { enumColumn, id, mentionIndexes, orderIndex, revision, timestamp, trigramIndex } from '../columns.ts';

export const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customer',
  properties: {
    id: id(),
    fullName: p.text(),
    /** Trimmed and in lower case, so that stored values compare equal. */
    email: p.text().nullable(),
    phone: p.text().nullable(),
    /** The canonical phone number, which is unique: `+` and digits (customers/phone.ts). */
    phoneCanonical: p.text().nullable(),
    /** The source of the customer: a campaign's utm_source, or `admin`, `sale`, `transfer`, `preorder`. */
    source: p.text().nullable(),
    company: p.text().nullable(),
    country: p.text().nullable(),
    city: p.text().nullable(),
    region: p.text().nullable(),
    telegramUsername: p.text().nullable(),
    preferredLanguage: enumColumn(LOCALES).nullable(),
    notes: p.text().nullable(),
    /** The time of the erasure; null for everybody else. */
    anonymizedAt: timestamp().nullable(),
    revision: revision(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  uniques: [
    { name: 'customer_email_unique', properties: ['email'] },
    { name: 'customer_phone_unique', properties: ['phoneCanonical'] },
  ],
  indexes: [
    { name: 'customer_created_at_index', properties: ['createdAt', 'id'] },
    { name: 'customer_source_index', properties: ['source', 'createdAt', 'id'] },
    {
      // The order of `NAME_ORDER`.
      name: 'customer_full_name_index',
      expression: `create index "customer_full_name_index" on "customer" (name_key(left("full_name", 200)) collate "name_order", "created_at", "id")`,
    },
    orderIndex('customer', 'company', { isName: true }),
    orderIndex('customer', 'country', { isName: true }),
    orderIndex('customer', 'city', { isName: true }),
    orderIndex('customer', 'region', { isName: true }),
    orderIndex('customer', 'preferred_language'),
    orderIndex('customer', 'updated_at'),
    trigramIndex('customer', 'full_name', 'search_form'),
    trigramIndex('customer', 'email'),
    trigramIndex('customer', 'phone', 'phone_form'),
    trigramIndex('customer', 'company', 'search_form'),
    trigramIndex('customer', 'telegram_username', 'search_form'),
    ...mentionIndexes('customer', 'notes'),
    {
      // Customers who share their phone number, and those whose phone is no number.
      name: 'customer_without_canonical_index',
      expression: `create index "customer_without_canonical_index" on "customer" ("created_at", "id") where phone is not null and phone_canonical is null`,
    },
  ],
});
export type CustomerRow = InferEntity<typeof Customer>;
