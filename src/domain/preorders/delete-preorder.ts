import { DeletedPreorderRecord } from '../../model/records/preorder.ts';
import { eraseEventNotes, lockPreorder } from '../../persistence/preorders/preorder-repository.ts';
import { addReserved, lockPreorderSettings } from '../../persistence/preorders/settings-repository.ts';
import { hasNoRecords } from '../customers/store.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, lines, text } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { requireDeletable } from './preorder-rules.ts';

/** The personal data of a preorder, its campaign, and its fingerprint (a hash of the personal data). */
const ERASED = {
  customerId: null,
  fullName: null,
  phone: null,
  email: null,
  region: null,
  city: null,
  telegramUsername: null,
  note: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmContent: null,
  utmTerm: null,
  referrer: null,
  fingerprint: Buffer.alloc(0),
};

/** Keeps the number and the idempotency key, so that a late retry does not create the preorder again. */
export const deletePreorder = operation({
  name: 'deletePreorder',
  summary: 'Deletes a NEW or CANCELLED preorder and erases its personal data for good.',
  access: admins('SUPER_ADMIN'),
  limit: 120,
  effect: 'write',
  target: 'Preorder',
  takes: { revision: true },
  errors: ['CONFIRMATION_MISMATCH', 'PREORDER_NOT_DELETABLE'],
  answers: DeletedPreorderRecord,
  input: fields({
    preorderNumber: described(text(8, 40), 'The number of the preorder, to confirm that it is the right one.'),
    reason: described(lines(4, 240), 'The reason, for the audit log.'),
  }),
  async handle({ em, now, call, audit }, { id, preorderNumber, reason }) {
    await lockPreorderSettings(em);
    const preorder = await lockPreorder(em, id);
    if (!preorder) throw recordNotFound('Preorder');
    requireRevision(call, preorder);
    requireDeletable(preorder, preorderNumber);
    const { number, status, quantity, customerId } = preorder;
    Object.assign(preorder, ERASED, { deletedAt: now, updatedAt: now });
    await em.flush();
    await eraseEventNotes(em, id);
    // A cancelled preorder has already returned its quantity to the capacity.
    if (status !== 'CANCELLED') await addReserved(em, -quantity);
    // The id contains no personal data. An erasure of the person later finds the entries of this preorder by it.
    audit({ reason, detail: { number, status, quantity, customerId } });
    const remains = customerId ? await hasNoRecords(em, customerId) : false;
    return { id, deleted: true, remainingCustomerId: remains ? customerId : null };
  },
});
