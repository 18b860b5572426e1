import { DeletedBatchRecord } from '../../model/records/batch.ts';
import { countDevices, lockBatch } from '../../persistence/inventory/batch-repository.ts';
import { admins } from '../kernel/access.ts';
import { throwIf } from '../kernel/errors.ts';
import { NoInput } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { deletionError } from './inventory-rules.ts';

export const deleteBatch = operation({
  name: 'deleteBatch',
  summary: 'Deletes a DRAFT batch, or a CANCELLED one without devices.',
  access: admins('SUPER_ADMIN', 'ADMIN'),
  limit: 10,
  effect: 'write',
  target: 'Batch',
  takes: { revision: true },
  errors: ['BATCH_NOT_DELETABLE'],
  answers: DeletedBatchRecord,
  input: NoInput,
  async handle({ em, call, audit }, { id }) {
    const batch = await lockBatch(em, id);
    if (!batch) throw recordNotFound('Batch');
    requireRevision(call, batch);
    throwIf(deletionError({ status: batch.status, deviceCount: await countDevices(em, id) }));
    const { code, model, hardwareRevision, quantity, status } = batch;
    em.remove(batch);
    await em.flush();
    audit({ detail: { code, model, hardwareRevision, quantity, status } });
    return { id, deleted: true };
  },
});
