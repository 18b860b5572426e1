import { PreorderRecord, type StoredPreorder } from '../../model/records/preorder.ts';
import { readList } from '../../persistence/list-reader.ts';
import { preorderList } from '../../persistence/preorders/preorder-list.ts';
import { admins } from '../kernel/access.ts';
import { fields, paging } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { operation } from '../kernel/operation.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { conditionsOf, MAX_PREORDERS, preorderFilters } from './preorder-input.ts';
import { type PreorderView, viewPreorder } from './preorder-view.ts';

const PreorderQuery = fields({ ...preorderFilters, ...paging(50, MAX_PREORDERS) });

export const listPreorders = operation({
  name: 'listPreorders',
  summary: 'Lists preorders, newest first.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  input: PreorderQuery,
  typedInput: typedList(PreorderQuery, refinementFor(PreorderRecord), { asStored: true }),
  async handle({ em, now }, input) {
    const { search, skip, take = 50 } = input;
    const query = { ...refinementOf(input), search, skip, take, within: conditionsOf(input) };
    return readList<StoredPreorder, PreorderView>(em, preorderList, query, now, viewPreorder);
  },
});
