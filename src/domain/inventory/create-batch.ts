import { BatchRecord } from '../../model/records/batch.ts';
import { Batch } from '../../persistence/inventory/batch.entity.ts';
import { admins } from '../kernel/access.ts';
import { fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { givenFields } from '../kernel/record-input.ts';
import { batchCode, planFields } from './batch-input.ts';
import { viewBatch } from './batch-view.ts';

export const createBatch = operation({
  name: 'createBatch',
  summary: 'Creates a batch as a DRAFT without devices; its code must be unique.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS'),
  limit: 120,
  effect: 'write',
  errors: ['DUPLICATE_BATCH_CODE'],
  answers: BatchRecord,
  input: fields({ ...givenFields(BatchRecord), code: batchCode, ...planFields }),
  async handle({ em, now, principal, audit }, { notes, source, ...plan }) {
    const batch = em.create(Batch, {
      ...plan,
      notes: notes || null,
      source: source ?? null,
      status: 'DRAFT',
      provisionedAt: null,
      archivedAt: null,
      createdBy: principal.adminId,
      createdAt: now,
      updatedAt: now,
    });
    await em.flush();
    audit({ target: { kind: 'Batch', id: batch.id }, detail: { code: batch.code, quantity: batch.quantity } });
    return viewBatch(batch, 0);
  },
});
