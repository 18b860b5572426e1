import { CustomerRecord } from '../../model/records/customer.ts';
import { pageOf } from '../../model/records/page.ts';
import { customerList } from '../../persistence/customers/customer-list.ts';
import { admins } from '../kernel/access.ts';
import { fields, paging } from '../kernel/input.ts';
import { listOperation } from '../list-operation.ts';
import { conditionsOf, customerFilters } from './customer-query.ts';
import { viewCustomer } from './customer-view.ts';

const CustomerQuery = fields({ ...customerFilters, ...paging(25, 100) });

export const listCustomers = listOperation({
  name: 'listCustomers',
  summary: 'Lists customers, newest first.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  answers: pageOf(CustomerRecord),
  input: CustomerQuery,
  record: CustomerRecord,
  asStored: true,
  rows(_context, input) {
    const { search } = input;
    return { list: customerList, query: { search, ...conditionsOf(input) }, view: viewCustomer };
  },
});
