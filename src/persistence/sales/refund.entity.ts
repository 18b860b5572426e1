import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { DEVICE_DISPOSITIONS } from '../../model/enums.ts';
import { enumColumn, id, mentionIndexes, reference, timestamp } from '../columns.ts';
import { Sale } from './sale.entity.ts';

/** A refund. Immutable: a trigger rejects UPDATE and DELETE, but for the erasure of a person (ADR 42). */
export const Refund = defineEntity({
  name: 'Refund',
  tableName: 'refund',
  properties: {
    id: id(),
    saleId: () => reference(Sale, 'refund', 'sale_id').deleteRule('restrict'),
    amount: p.bigint('number'),
    reason: p.text(),
    deviceDisposition: enumColumn(DEVICE_DISPOSITIONS).nullable(),
    createdBy: p.uuid(),
    createdAt: timestamp(),
  },
  indexes: [
    ...mentionIndexes('refund', 'reason'),
    { name: 'refund_sale_index', properties: ['saleId', 'createdAt', 'id'] },
    { name: 'refund_created_at_index', properties: ['createdAt', 'id'] },
  ],
  checks: [{ name: 'refund_amount_positive', expression: 'amount > 0' }],
});
export type RefundRow = InferEntity<typeof Refund>;
