import { Type } from 'typebox';
import { BATCH_STATUSES } from '../../model/enums.ts';
import { BatchRecord, type StoredBatch } from '../../model/records/batch.ts';
import { batchList, shownBatches } from '../../persistence/inventory/batch-list.ts';
import { readList } from '../../persistence/list-reader.ts';
import { admins } from '../kernel/access.ts';
import { fields, oneOf, paging, verbatim } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { operation } from '../kernel/operation.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { type BatchView, viewBatch } from './batch-view.ts';

const Query = fields({
  search: Type.Optional(verbatim(0)),
  status: Type.Optional(oneOf('BatchStatus', BATCH_STATUSES)),
  ...paging(50, 100),
});

/** Batches, newest first. Archived ones are out of sight until they are asked for by status or by a filter. */
export const listBatches = operation({
  name: 'listBatches',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  input: Query,
  typedInput: typedList(Query, refinementFor(BatchRecord)),
  async handle({ em, now }, { search, status, skip, take = 50, ...rest }) {
    const refinement = refinementOf(rest);
    const where = shownBatches(status, refinement.filter !== undefined);
    const query = { ...refinement, where, search, skip, take };
    return readList<StoredBatch, BatchView>(em, batchList, query, now, (row) => viewBatch(row));
  },
});
