import { Type } from 'typebox';
import { customerExport, customerList } from '../../persistence/customers/customer-list.ts';
import { compileExport } from '../../persistence/lists/list-export.ts';
import { contractExport } from '../audit/index.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, integer } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { conditionsOf, customerFilters } from './customer-query.ts';

export const exportCustomers = operation({
  name: 'exportCustomers',
  summary: 'Exports customers as CSV: everything that matches, unless `skip` and `take` limit it.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES'),
  limit: 120,
  effect: 'read',
  answers: 'file',
  input: fields({
    ...customerFilters,
    skip: Type.Optional(described(integer(0), 'How many to leave out at the start.')),
    take: Type.Optional(described(integer(1, 100), 'The maximum number of records; default all.')),
  }),
  async handle(context, input) {
    const { search, skip, take } = input;
    const query = compileExport(
      customerList,
      Object.values(customerExport),
      { search, skip, take, ...conditionsOf(input) },
      context.now,
    );
    return contractExport(context, {
      operation: 'exportCustomers',
      fileName: 'customers.csv',
      columns: Object.keys(customerExport),
      query,
      input,
    });
  },
});
