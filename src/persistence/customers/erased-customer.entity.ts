import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../columns.ts';

/**
 * The list of erased customers: ids and times, no personal data. A trigger of this table erases the person, when the row is
 * inserted and whenever `applied_at` is set (ADR 42). No foreign key: the list outlives the rows that a restored backup
 * replaces.
 */
export const ErasedCustomer = defineEntity({
  name: 'ErasedCustomer',
  tableName: 'erased_customer',
  properties: {
    id: p.uuid().primary(),
    erasedAt: timestamp(),
    appliedAt: timestamp(),
  },
});
export type ErasedCustomerRow = InferEntity<typeof ErasedCustomer>;
