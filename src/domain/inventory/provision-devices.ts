import { Type } from 'typebox';
import { ProvisionedBatchRecord } from '../../model/records/batch.ts';
import { Batch } from '../../persistence/inventory/batch.entity.ts';
import { readExpiry } from '../formats/business-time.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, timestamp } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { batchCode, planFields } from './batch-input.ts';
import { viewBatch } from './batch-view.ts';

import { makeDevices } from './make-devices.ts';

export const provisionDevices = operation({
  name: 'provisionDevices',
  summary: 'Creates a batch and all its devices in one step; only this response shows their claim codes.',
  access: admins('SUPER_ADMIN', 'ADMIN'),
  admission: { carriesAddress: true },
  limit: 120,
  effect: 'write',
  errors: ['DUPLICATE_BATCH_CODE'],
  answers: ProvisionedBatchRecord,
  input: fields({
    batchCode,
    ...planFields,
    expiresAt: Type.Optional(
      described(
        timestamp(),
        'When the claim codes expire, as an RFC 3339 date-time or a date, whose whole day still counts; default never.',
      ),
    ),
  }),
  async handle({ em, now, principal, keys, settings, audit }, { batchCode: code, ...input }) {
    const { model, hardwareRevision, quantity } = input;
    const expiresAt = readExpiry(input.expiresAt, now, settings.businessTimeZone);
    const batch = em.create(Batch, {
      code,
      model,
      hardwareRevision,
      quantity,
      notes: null,
      source: null,
      status: 'COMPLETED',
      provisionedAt: now,
      archivedAt: null,
      createdBy: principal.adminId,
      createdAt: now,
      updatedAt: now,
    });
    await em.flush();
    const ordinals = Array.from({ length: quantity }, (_, index) => index + 1);
    const devices = await makeDevices(em, batch, ordinals, {
      keys,
      publicUrl: settings.publicUrl,
      now,
      expiresAt,
      cause: 'provisionDevices',
      actorId: principal.adminId,
    });
    audit({ target: { kind: 'Batch', id: batch.id }, detail: { code, devices: devices.length, expiresAt } });
    return { ...viewBatch(batch, quantity), devices };
  },
});
