import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { BATCH_STATUSES } from '../../model/enums.ts';
import { enumColumn, id, revision, timestamp, trigramIndex } from '../columns.ts';

/** A plan of devices; its devices exist once it is provisioned. */
export const Batch = defineEntity({
  name: 'Batch',
  tableName: 'inventory_batch',
  properties: {
    id: id(),
    code: p.text(),
    model: p.text(),
    hardwareRevision: p.text(),
    quantity: p.integer(),
    notes: p.text().nullable(),
    source: p.text().nullable(),
    status: enumColumn(BATCH_STATUSES),
    provisionedAt: timestamp().nullable(),
    archivedAt: timestamp().nullable(),
    createdBy: p.uuid().nullable(),
    revision: revision(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  uniques: [{ name: 'inventory_batch_code_unique', properties: ['code'] }],
  indexes: [
    { name: 'inventory_batch_created_at_index', properties: ['createdAt', 'id'] },
    trigramIndex('inventory_batch', 'code', 'search_form'),
  ],
  checks: [{ name: 'inventory_batch_quantity_range', expression: 'quantity >= 1 and quantity <= 500' }],
});
export type BatchRow = InferEntity<typeof Batch>;
