import { CustomerNoteRecord } from '../../model/records/customer.ts';
import { newestOfEach } from '../newest-of-each.ts';

/** The latest notes of each customer. */
export const findNotesOfCustomers = newestOfEach(CustomerNoteRecord, {
  table: 'customer_note',
  owner: 'customerId',
  madeAt: 'createdAt',
});
