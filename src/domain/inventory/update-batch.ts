import { Type } from 'typebox';
import { fieldsWith } from '../../model/record.ts';
import { BatchRecord } from '../../model/records/batch.ts';
import { retireDevices } from '../../persistence/inventory/batch-devices.ts';
import { countDevices, lockBatch } from '../../persistence/inventory/batch-repository.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { keepingWrites, roleForbidden, throwIf } from '../kernel/errors.ts';
import { fields } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { clearableFields, givenFields, schemaOf } from '../kernel/record-input.ts';
import { requireRevision } from '../kernel/revision.ts';
import { withdrawInstallations } from '../rollouts/index.ts';
import { viewBatch } from './batch-view.ts';
import { editError, RETIRED_WITH_BATCH, requireAdminMove, roleNotAllowed } from './inventory-rules.ts';

const EDITABLE = [...fieldsWith(BatchRecord, 'input'), 'status'] as const;

const status = Type.Optional(schemaOf(BatchRecord.fields.status));

export const updateBatch = operation({
  name: 'updateBatch',
  summary: 'Updates a DRAFT batch, or moves a batch to READY, back to DRAFT, or to CANCELLED; empty notes are removed.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS'),
  limit: 120,
  effect: 'write',
  target: 'Batch',
  takes: { revision: true },
  errors: ['BATCH_NOT_EDITABLE', 'INVALID_TRANSITION', 'DUPLICATE_BATCH_CODE'],
  answers: BatchRecord,
  input: fields({ ...givenFields(BatchRecord), status }),
  // The contract's body has no null; typed clients may clear optional fields with it.
  typedInput: fields({ ...clearableFields(BatchRecord), status }),
  async handle({ em, now, principal, call, audit, unchanged }, { id, ...wanted }) {
    const batch = await lockBatch(em, id);
    if (!batch) throw recordNotFound('Batch');
    requireRevision(call, batch);
    const deviceCount = await countDevices(em, id);
    const before = viewBatch(batch, deviceCount);
    const edits = wanted.notes === '' ? { ...wanted, notes: null } : wanted;
    const changes = changesBetween(before, { ...before, ...edits }, EDITABLE);
    if (Object.keys(changes).length === 0) return unchanged(before);
    throwIf(editError(before.status, Object.keys(changes)));

    let retiredDevices = 0;
    if (edits.status && edits.status !== before.status) {
      const move = requireAdminMove(before.status, edits.status);
      const refused = roleNotAllowed(move, principal);
      if (refused) {
        audit({ action: 'accessDenied', detail: { operation: 'updateBatch', role: refused, to: move.to } });
        throw keepingWrites(roleForbidden(refused, { operation: 'updateBatch', roles: move.roles ?? [] }));
      }
      if (move.from === 'PROVISIONING') {
        const history = { now, cause: 'updateBatch', actorId: principal.adminId };
        const retired = await retireDevices(em, id, RETIRED_WITH_BATCH, history);
        await withdrawInstallations(em, retired, { status: 'RETIRED', actorId: principal.adminId, now });
        retiredDevices = retired.length;
      }
    }
    Object.assign(batch, edits, { updatedAt: now });
    await em.flush();
    audit({ changes, ...(retiredDevices > 0 ? { detail: { retiredDevices } } : {}) });
    return viewBatch(batch, deviceCount);
  },
});
