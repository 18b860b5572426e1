import { CustomerNoteRecord, CustomerRecord } from '../../model/records/customer.ts';
import { connectionOf } from '../connection.ts';
import { objectTypeOf } from '../record-type.ts';

export const CustomerType = objectTypeOf(CustomerRecord, {
  profileNotes: ['notes'],
  notes: ['id'],
  devices: ['id'],
  preorders: ['id'],
  sales: ['id'],
});

export const CustomerNoteType = objectTypeOf(CustomerNoteRecord, { author: ['authorId'] });

export const CustomerConnection = connectionOf('CustomerConnection', CustomerType);
