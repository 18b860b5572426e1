import { Type } from 'typebox';
import { ProvisionedBatchRecord } from '../../model/records/batch.ts';
import { lockBatch, missingOrdinals } from '../../persistence/inventory/batch-repository.ts';
import { readExpiry } from '../formats/business-time.ts';
import { admins } from '../kernel/access.ts';
import { throwIf } from '../kernel/errors.ts';
import { described, fields, timestamp } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { viewBatch } from './batch-view.ts';
import { provisionError } from './inventory-rules.ts';
import { makeDevices } from './make-devices.ts';

export const provisionBatch = operation({
  name: 'provisionBatch',
  summary: 'Creates all devices of a batch, or none; only this response shows their claim codes.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS'),
  admission: { carriesAddress: true },
  limit: 10,
  effect: 'write',
  target: 'Batch',
  takes: { revision: true },
  errors: ['BATCH_ALREADY_PROVISIONED', 'INVALID_TRANSITION'],
  answers: ProvisionedBatchRecord,
  input: fields({
    expiresAt: Type.Optional(
      described(
        timestamp(),
        'When the claim codes expire, as an RFC 3339 date-time or a date, whose whole day still counts; default never.',
      ),
    ),
  }),
  async handle({ em, now, principal, keys, settings, call, audit }, { id, ...input }) {
    const expiresAt = readExpiry(input.expiresAt, now, settings.businessTimeZone);
    const batch = await lockBatch(em, id);
    if (!batch) throw recordNotFound('Batch');
    requireRevision(call, batch);
    const { status, quantity } = batch;
    throwIf(provisionError({ status, provisionedAt: batch.provisionedAt ?? null }));

    const devices = await makeDevices(em, batch, await missingOrdinals(em, id, quantity), {
      keys,
      publicUrl: settings.publicUrl,
      now,
      expiresAt,
      cause: 'provisionBatch',
      actorId: principal.adminId,
    });
    Object.assign(batch, { status: 'COMPLETED', provisionedAt: now, updatedAt: now });
    await em.flush();
    audit({ changes: { status: { from: status, to: 'COMPLETED' } }, detail: { devices: devices.length, expiresAt } });
    return { ...viewBatch(batch, quantity), devices };
  },
});
