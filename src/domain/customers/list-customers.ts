import { CustomerRecord } from '../../model/records/customer.ts';
import { pageOf } from '../../model/records/page.ts';
import { customerList } from '../../persistence/customers/customer-list.ts';
import { admins } from '../kernel/access.ts';
import { fields, paging } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { listOperation } from '../list-operation.ts';
import { conditionsOf, customerFilters } from './customer-query.ts';
import { viewCustomer } from './customer-view.ts';

const DEFAULT_TAKE = 25;
const CustomerQuery = fields({ ...customerFilters, ...paging(DEFAULT_TAKE, 100) });

export const listCustomers = listOperation({
  name: 'listCustomers',
  summary: 'Lists customers, newest first.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  answers: pageOf(CustomerRecord),
  input: CustomerQuery,
  typedInput: typedList(CustomerQuery, refinementFor(CustomerRecord)),
  asStored: true,
  rows(_context, input) {
    const { search, skip, take = DEFAULT_TAKE } = input;
    const query = { ...refinementOf(input), search, skip, take, ...conditionsOf(input) };
    return { list: customerList, query, view: viewCustomer };
  },
});
