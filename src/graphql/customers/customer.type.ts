import { CustomerRecord } from '../../model/records/customer.ts';
import { connectionOf } from '../schema/connection.ts';
import { objectTypeOf } from '../schema/record-type.ts';

export const CustomerType = objectTypeOf(CustomerRecord, {
  profileNotes: ['notes'],
  availableActions: ['anonymizedAt'],
});

export const CustomerConnection = connectionOf('Customer', () => CustomerType);
