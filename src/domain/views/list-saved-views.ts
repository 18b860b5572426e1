import { Type } from 'typebox';
import { SavedViewRecord, type StoredSavedView } from '../../model/records/saved-view.ts';
import { savedViewList, visibleTo } from '../../persistence/views/saved-view-list.ts';
import { anyAdmin } from '../kernel/access.ts';
import { described, fields, paging, text } from '../kernel/input.ts';
import { listOperation } from '../list-operation.ts';
import { BEYOND } from './saved-view-input.ts';
import { savedViewReader } from './saved-view-reads.ts';
import { viewFor } from './saved-view-rules.ts';

const Query = fields({
  search: Type.Optional(described(text(0), 'Text in the name.')),
  ...paging(50, 100),
});

export const listSavedViews = listOperation({
  name: 'listSavedViews',
  summary: 'Lists saved views of lists, newest first: the caller’s own, and those that others share.',
  beyond: BEYOND,
  access: anyAdmin(),
  limit: 120,
  input: Query,
  record: SavedViewRecord,
  rows({ principal }, { search }) {
    const query = { where: [visibleTo(principal.adminId)], search };
    const view = (row: StoredSavedView) => viewFor(principal, savedViewReader.view(row as never));
    return { list: savedViewList, query, view };
  },
});
