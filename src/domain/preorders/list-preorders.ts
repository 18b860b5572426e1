import { pageOf } from '../../model/records/page.ts';
import { PreorderRecord } from '../../model/records/preorder.ts';
import { preorderList } from '../../persistence/preorders/preorder-list.ts';
import { admins } from '../kernel/access.ts';
import { fields, paging } from '../kernel/input.ts';
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
  record: PreorderRecord,
  asStored: true,
  rows(_context, input) {
    const { search } = input;
    return { list: preorderList, query: { search, within: conditionsOf(input) }, view: viewPreorder };
  },
});
