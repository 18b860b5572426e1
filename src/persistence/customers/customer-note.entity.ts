import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { id, mentionIndexes, reference, timestamp } from '../columns.ts';
import { Customer } from './customer.entity.ts';

/** A note of the staff about a customer. */
export const CustomerNote = defineEntity({
  name: 'CustomerNote',
  tableName: 'customer_note',
  properties: {
    id: id(),
    customerId: () => reference(Customer, 'customer_note', 'customer_id').deleteRule('cascade'),
    content: p.text(),
    authorId: p.uuid(),
    createdAt: timestamp(),
  },
  indexes: [
    { name: 'customer_note_customer_index', properties: ['customerId', 'createdAt', 'id'] },
    ...mentionIndexes('customer_note', 'content'),
  ],
});
export type CustomerNoteRow = InferEntity<typeof CustomerNote>;
