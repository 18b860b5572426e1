import { Type } from 'typebox';
import { compileExport } from '../../persistence/lists/list-export.ts';
import { preorderExport, preorderList } from '../../persistence/preorders/preorder-list.ts';
import { contractExport } from '../audit/index.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, integer } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { conditionsOf, MAX_PREORDERS, preorderFilters } from './preorder-input.ts';

export const exportPreorders = operation({
  name: 'exportPreorders',
  summary: 'Exports preorders as CSV: everything that matches, unless `skip` and `take` limit it.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES'),
  limit: 120,
  effect: 'read',
  answers: 'file',
  input: fields({
    ...preorderFilters,
    skip: Type.Optional(described(integer(0), 'How many to leave out at the start.')),
    take: Type.Optional(described(integer(1, MAX_PREORDERS), 'The maximum number of records; default all.')),
  }),
  async handle(context, input) {
    const { search, skip, take } = input;
    const listQuery = { search, skip, take, within: conditionsOf(input) };
    const query = compileExport(preorderList, Object.values(preorderExport), listQuery, context.now);
    return contractExport(context, {
      operation: 'exportPreorders',
      fileName: 'preorders.csv',
      columns: Object.keys(preorderExport),
      query,
      input,
    });
  },
});
