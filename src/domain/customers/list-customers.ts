import { CustomerRecord, type StoredCustomer } from '../../model/records/customer.ts';
import { customerList } from '../../persistence/customers/customer-list.ts';
import { readList } from '../../persistence/list-reader.ts';
import { admins } from '../kernel/access.ts';
import { fields, paging } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { operation } from '../kernel/operation.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { conditionsOf, customerFilters } from './customer-query.ts';
import { type CustomerView, viewCustomer } from './customer-view.ts';

const DEFAULT_TAKE = 25;
const CustomerQuery = fields({ ...customerFilters, ...paging(DEFAULT_TAKE, 100) });

export const listCustomers = operation({
  name: 'listCustomers',
  summary: 'Lists customers, newest first.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  input: CustomerQuery,
  typedInput: typedList(CustomerQuery, refinementFor(CustomerRecord), { asStored: true }),
  async handle({ em, now }, input) {
    const { search, skip, take = DEFAULT_TAKE } = input;
    const query = { ...refinementOf(input), search, skip, take, ...conditionsOf(input) };
    return readList<StoredCustomer, CustomerView>(em, customerList, query, now, viewCustomer);
  },
});
