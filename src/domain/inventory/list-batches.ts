import { Type } from 'typebox';
import { BATCH_STATUSES } from '../../model/enums.ts';
import { batchList, shownBatches } from '../../persistence/inventory/batch-list.ts';
import { readList } from '../../persistence/list-reader.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, oneOf, paging, verbatim } from '../kernel/input.ts';
import {
  enumField,
  filterOf,
  idField,
  integerField,
  refinementOf,
  sortOf,
  textField,
  timeField,
  typedList,
} from '../kernel/list.ts';
import { operation } from '../kernel/operation.ts';
import { type BatchView, viewBatch } from './batch-view.ts';

const Query = fields({
  search: Type.Optional(
    described(verbatim(0), 'Text in the code, the model, the hardware revision, the source or the notes.'),
  ),
  status: Type.Optional(
    described(
      oneOf('BatchStatus', BATCH_STATUSES),
      'Only batches in this status; archived ones are left out without it.',
    ),
  ),
  ...paging(50, 100),
});

export const listBatches = operation({
  name: 'listBatches',
  summary: 'Lists batches, newest first; archived ones only when a status or filter asks for them.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  input: Query,
  typedInput: typedList(Query, {
    filter: filterOf('BatchFilter', {
      code: textField,
      model: textField,
      hardwareRevision: textField,
      source: textField,
      status: enumField('BatchStatus', BATCH_STATUSES),
      quantity: integerField,
      createdBy: idField,
      provisionedAt: timeField,
      createdAt: timeField,
    }),
    sort: sortOf('BatchSort', [
      'code',
      'model',
      'hardwareRevision',
      'status',
      'quantity',
      'provisionedAt',
      'createdAt',
      'updatedAt',
    ]),
  }),
  async handle({ em, now }, { search, status, skip, take = 50, ...rest }) {
    const refinement = refinementOf(rest);
    const where = shownBatches(status, refinement.filter !== undefined);
    return readList<BatchView, BatchView>(em, batchList, { ...refinement, where, search, skip, take }, now, (row) =>
      viewBatch(row, row.deviceCount),
    );
  },
});
