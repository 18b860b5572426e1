import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { noSuch } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { readBatches } from './batch-reads.ts';

export const getBatch = operation({
  name: 'getBatch',
  summary: 'Returns one batch.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  target: 'Batch',
  input: NoInput,
  async handle({ em }, { id }) {
    const [batch] = await readBatches(em, [id]);
    if (!batch) throw noSuch('Batch');
    return batch;
  },
});
