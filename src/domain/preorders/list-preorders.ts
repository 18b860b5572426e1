import { pageOf } from '../../model/records/page.ts';
import { PreorderRecord } from '../../model/records/preorder.ts';
import { preorderList } from '../../persistence/preorders/preorder-list.ts';
import { admins } from '../kernel/access.ts';
import { fields, paging } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { listOperation } from '../list-operation.ts';
import { conditionsOf, MAX_PREORDERS, preorderFilters } from './preorder-input.ts';
import { viewPreorder } from './preorder-view.ts';

const PreorderQuery = fields({ ...preorderFilters, ...paging(50, MAX_PREORDERS) });

export const listPreorders = listOperation({
  name: 'listPreorders',
  summary: 'Lists preorders, newest first.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  answers: pageOf(PreorderRecord),
  input: PreorderQuery,
  typedInput: typedList(PreorderQuery, refinementFor(PreorderRecord)),
  asStored: true,
  rows(_context, input) {
    const { search, skip, take = 50 } = input;
    const query = { ...refinementOf(input), search, skip, take, within: conditionsOf(input) };
    return { list: preorderList, query, view: viewPreorder };
  },
});
