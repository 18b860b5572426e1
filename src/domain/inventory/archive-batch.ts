import { BatchRecord } from '../../model/records/batch.ts';
import { countDevices, lockBatch } from '../../persistence/inventory/batch-repository.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { throwIf } from '../kernel/errors.ts';
import { NoInput } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { viewBatch } from './batch-view.ts';
import { archiveError } from './inventory-rules.ts';

export const archiveBatch = operation({
  name: 'archiveBatch',
  summary: 'Hides a completed or cancelled batch from lists; its devices are unchanged.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS'),
  limit: 120,
  effect: 'write',
  target: 'Batch',
  takes: { revision: true },
  errors: ['INVALID_TRANSITION'],
  answers: BatchRecord,
  input: NoInput,
  async handle({ em, now, call, audit, unchanged }, { id }) {
    const batch = await lockBatch(em, id);
    if (!batch) throw recordNotFound('Batch');
    requireRevision(call, batch);
    const before = viewBatch(batch, await countDevices(em, id));
    if (before.status === 'ARCHIVED') return unchanged(before);
    throwIf(archiveError(before.status));
    Object.assign(batch, { status: 'ARCHIVED', archivedAt: now, updatedAt: now });
    await em.flush();
    const view = viewBatch(batch, before.deviceCount);
    audit({ changes: changesBetween(before, view, ['status']) });
    return view;
  },
});
