import { Type } from 'typebox';
import { customerExport, customerList } from '../../persistence/customers/customer-list.ts';
import { compileExport } from '../../persistence/list-query.ts';
import { recordExport } from '../audit/index.ts';
import { admins } from '../kernel/access.ts';
import type { CsvExport } from '../kernel/csv.ts';
import { fields, integer } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { conditionsOf, customerFilters } from './customer-query.ts';

/** Replaces the search text in the audit entry: it may be a name, an address or a phone number. */
const HIDDEN = '***';

export const exportCustomers = operation({
  name: 'exportCustomers',
  summary: 'Exports customers as CSV: everything that matches, unless `skip` and `take` limit it.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES'),
  limit: 120,
  effect: 'read',
  input: fields({
    ...customerFilters,
    skip: Type.Optional(integer(0)),
    take: Type.Optional(integer(1, 100)),
  }),
  async handle({ now, principal, call, runtime }, input): Promise<CsvExport> {
    const { search, skip, take } = input;
    const query = compileExport(
      customerList,
      Object.values(customerExport),
      { search, skip, take, ...conditionsOf(input) },
      now,
    );
    const filter = search === undefined ? input : { ...input, search: HIDDEN };
    return {
      fileName: 'customers.csv',
      columns: Object.keys(customerExport),
      read: (signal) => runtime.exports.read(query, signal, principal.adminId),
      finished: (rows, complete) => recordExport(call, principal, 'exportCustomers', { filter, rows, complete }),
    };
  },
});
