import { Type } from 'typebox';
import { PreorderEventRecord, PreorderRecord } from '../../model/records/preorder.ts';
import { addPreorderEvent, lockPreorder } from '../../persistence/preorders/preorder-repository.ts';
import {
  addReserved,
  findPreorderSettings,
  lockPreorderSettings,
} from '../../persistence/preorders/settings-repository.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { fields } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { requireRevision } from '../kernel/revision.ts';
import { readRecord } from '../reader.ts';
import { preorderReader } from './preorder-reads.ts';
import { applyMove, requireMove } from './preorder-rules.ts';

const RECORDED = ['status', 'assignedAdminId', 'depositPaidAt', 'refundDue'] as const;

export const setPreorderStatus = operation({
  name: 'setPreorderStatus',
  summary: 'Moves a preorder forward, one step back, or to CANCELLED, which frees its capacity.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT'),
  limit: 120,
  effect: 'write',
  target: 'Preorder',
  takes: { revision: true },
  errors: ['INVALID_TRANSITION', 'MANUAL_DEPOSIT_NOT_ALLOWED'],
  answers: PreorderRecord,
  input: fields({
    status: schemaOf(PreorderRecord.fields.status, {
      description: 'The new status; `availableActions` lists those that are possible.',
    }),
    note: Type.Optional(
      schemaOf(PreorderEventRecord.fields.note, {
        description: 'The reason; required to go a step back and to cancel after a payment.',
      }),
    ),
  }),
  async handle({ em, now, principal, call, audit, unchanged }, { id, status, note: why }) {
    // Only a cancellation changes the reserved quantity. The lock order is settings, then preorder.
    const terms = await (status === 'CANCELLED' ? lockPreorderSettings(em) : findPreorderSettings(em));
    const preorder = await lockPreorder(em, id);
    if (!preorder) throw recordNotFound('Preorder');
    requireRevision(call, preorder);
    if (preorder.status === status) return unchanged(await readRecord(preorderReader, em, id, now));
    const move = requireMove(preorder, status, why, terms.allowManualDepositConfirmation);

    const before = {
      status: preorder.status,
      assignedAdminId: preorder.assignedAdminId ?? null,
      firstContactedAt: preorder.firstContactedAt ?? null,
      depositPaidAt: preorder.depositPaidAt ?? null,
      fulfilledAt: preorder.fulfilledAt ?? null,
      cancelledAt: preorder.cancelledAt ?? null,
      refundDue: preorder.refundDue,
    };
    const after = applyMove(before, move, principal.adminId, now);
    Object.assign(preorder, after, { updatedAt: now });
    const assigned = after.assignedAdminId !== before.assignedAdminId;
    addPreorderEvent(em, {
      preorderId: id,
      at: now,
      fromStatus: move.from,
      toStatus: move.to,
      correction: move.correction ?? false,
      note: why ?? null,
      ...(assigned ? { fromAdminId: before.assignedAdminId, toAdminId: after.assignedAdminId } : {}),
      actorId: principal.adminId,
    });
    await em.flush();
    if (status === 'CANCELLED') await addReserved(em, -preorder.quantity);
    audit({
      changes: changesBetween(before, after, RECORDED),
      ...(why === undefined ? {} : { detail: { note: why } }),
    });
    return readRecord(preorderReader, em, id, now);
  },
});
