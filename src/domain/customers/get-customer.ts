import { CustomerDetailRecord, CustomerRecord } from '../../model/records/customer.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { follow, readRecord } from '../reader.ts';
import { customerNoteReader, customerReader, SHOWN_NOTES } from './customer-reads.ts';
import type { CustomerDetailView } from './customer-view.ts';

export const getCustomer = operation({
  name: 'getCustomer',
  summary: 'Returns one customer with the latest notes.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  target: 'Customer',
  answers: CustomerDetailRecord,
  input: NoInput,
  async handle({ em, now }, { id }): Promise<CustomerDetailView> {
    const window = { first: SHOWN_NOTES };
    const [customer, [customerNotes = []]] = await Promise.all([
      readRecord(customerReader, em, id, now),
      follow(CustomerRecord, 'notes', customerNoteReader, em, [id], window, now),
    ]);
    return { ...customer, customerNotes };
  },
});
