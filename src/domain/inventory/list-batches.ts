import { Type } from 'typebox';
import { BATCH_STATUSES } from '../../model/enums.ts';
import { BatchRecord, type StoredBatch } from '../../model/records/batch.ts';
import { pageOf } from '../../model/records/page.ts';
import { batchList } from '../../persistence/inventory/batch-list.ts';
import { equal } from '../../persistence/lists/list-filter.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, oneOf, paging, text } from '../kernel/input.ts';
import { refinementOf } from '../kernel/list.ts';
import { listOperation } from '../list-operation.ts';
import { viewBatch } from './batch-view.ts';

const Query = fields({
  search: Type.Optional(
    described(
      text(0),
      'Text in the code, the model, the hardware revision, the source or the notes. Up to four words are found in any order.',
    ),
  ),
  status: Type.Optional(
    described(
      oneOf('BatchStatus', BATCH_STATUSES),
      'Only batches in this status; archived ones are left out without it.',
    ),
  ),
  ...paging(50, 100),
});

/** Archived batches are listed only where a status or a filter asks for them. */
const LISTED = BATCH_STATUSES.filter((status) => status !== 'ARCHIVED');

export const listBatches = listOperation({
  name: 'listBatches',
  summary: 'Lists batches, newest first; archived ones only when a status or filter asks for them.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SUPPORT', 'VIEWER'),
  limit: 120,
  answers: pageOf(BatchRecord),
  input: Query,
  record: BatchRecord,
  asStored: true,
  rows(_context, input) {
    const { search, status } = input;
    const isFiltered = refinementOf(input).filter !== undefined;
    const within = { status: equal(status) ?? (isFiltered ? undefined : { in: LISTED }) };
    return { list: batchList, query: { within, search }, view: (row: StoredBatch) => viewBatch(row) };
  },
});
