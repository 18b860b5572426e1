import type { EntityManager } from '@mikro-orm/postgresql';
import { Type } from 'typebox';
import { PreorderRecord } from '../../model/records/preorder.ts';
import {
  addPreorderEvent,
  lockAssigneeForShare,
  lockPreorder,
} from '../../persistence/preorders/preorder-repository.ts';
import { admins } from '../kernel/access.ts';
import { clearable, described, fields, reference, text, UUID } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { readRecord } from '../reader.ts';
import { preorderReader } from './preorder-reads.ts';
import { requireEligible } from './preorder-rules.ts';

const adminId = described(
  reference(text(1, 80)),
  'The id of an active admin who may work with preorders; omit it to unassign the preorder.',
);

export const assignPreorder = operation({
  name: 'assignPreorder',
  summary: 'Assigns a preorder to an admin, or to nobody.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES'),
  limit: 120,
  effect: 'write',
  target: 'Preorder',
  takes: { revision: true },
  errors: ['ASSIGNEE_NOT_ELIGIBLE'],
  answers: PreorderRecord,
  input: fields({ adminId: Type.Optional(adminId) }),
  // The contract's body has no null; typed clients unassign with it.
  typedInput: fields({ adminId: clearable(adminId) }),
  async handle({ em, now, principal, call, audit, unchanged }, { id, adminId: requestedId }) {
    const assigneeId = requestedId?.toLowerCase() ?? null;
    if (assigneeId !== null) await lockEligibleForShare(em, assigneeId);
    const preorder = await lockPreorder(em, id);
    if (!preorder) throw recordNotFound('Preorder');
    requireRevision(call, preorder);
    const from = preorder.assignedAdminId ?? null;
    if (from === assigneeId) return unchanged(await readRecord(preorderReader, em, id, now));
    Object.assign(preorder, { assignedAdminId: assigneeId, updatedAt: now });
    addPreorderEvent(em, {
      preorderId: id,
      at: now,
      fromStatus: preorder.status,
      toStatus: preorder.status,
      fromAdminId: from,
      toAdminId: assigneeId,
      actorId: principal.adminId,
    });
    await em.flush();
    audit({ changes: { assignedAdminId: { from, to: assigneeId } } });
    return readRecord(preorderReader, em, id, now);
  },
});

/** Locks an eligible assignee for share until the transaction ends. @throws DomainError 400 ASSIGNEE_NOT_ELIGIBLE */
async function lockEligibleForShare(em: EntityManager, id: string): Promise<void> {
  requireEligible(UUID.test(id) ? await lockAssigneeForShare(em, id) : undefined);
}
