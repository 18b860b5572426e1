import { BatchRecord } from '../../model/records/batch.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readRecord } from '../reader.ts';
import { batchReader } from './batch-reads.ts';

export const getBatch = operation({
  name: 'getBatch',
  summary: 'Returns one batch.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  target: 'Batch',
  answers: BatchRecord,
  input: NoInput,
  async handle({ em, now }, { id }) {
    return readRecord(batchReader, em, id, now);
  },
});
