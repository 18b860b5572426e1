import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { noSuch } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { readCustomerNotes, readCustomers } from './customer-reads.ts';
import type { CustomerDetailView } from './customer-view.ts';

export const getCustomer = operation({
  name: 'getCustomer',
  summary: 'Returns one customer with the latest notes.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  target: 'Customer',
  input: NoInput,
  async handle({ em }, { id }): Promise<CustomerDetailView> {
    const [[customer], [customerNotes = []]] = await Promise.all([
      readCustomers(em, [id]),
      readCustomerNotes(em, [id]),
    ]);
    if (!customer) throw noSuch('Customer');
    return { ...customer, customerNotes };
  },
});
