import { described, fields, text } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readRecordBy } from '../reader.ts';
import { batchReader } from './batch-reads.ts';
import { getBatch } from './get-batch.ts';

export const getBatchByCode = operation({
  name: 'getBatchByCode',
  summary: 'Returns the batch with a code.',
  beyond: { why: 'plans and boxes name a batch by its code, not its id', graphqlOnly: true },
  access: getBatch.access,
  limit: getBatch.limit,
  effect: 'read',
  errors: ['BATCH_NOT_FOUND'],
  input: fields({ code: described(text(1, 64), 'The code on the plan, case-sensitive.') }),
  async handle({ em, now }, { code }) {
    return readRecordBy(batchReader, em, 'code', code, now);
  },
});
