import { Type } from 'typebox';
import { DeviceEventRecord, DeviceWithCodeRecord } from '../../model/records/device.ts';
import { insertClaimCode } from '../../persistence/devices/claim-code-repository.ts';
import { lockDevice } from '../../persistence/devices/device-repository.ts';
import { readExpiry } from '../formats/business-time.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, timestamp } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { requireRevision } from '../kernel/revision.ts';
import { readRecord } from '../reader.ts';
import { findLiveSale } from '../sales/store.ts';
import { changeDevice } from './change-device.ts';
import { claimCodeHash, newClaimCode, sealClaimCode } from './claim-code.ts';
import { deviceReader } from './device-reads.ts';
import { applyClaimReset } from './device-rules.ts';

export const resetClaim = operation({
  name: 'resetClaim',
  summary: 'Ends the claim of a device, if there is one, and creates a new claim code, which only this response shows.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SUPPORT'),
  limit: 120,
  effect: 'write',
  target: 'Device',
  takes: { revision: true },
  errors: ['INVALID_TRANSITION'],
  answers: DeviceWithCodeRecord,
  input: fields({
    reason: schemaOf(DeviceEventRecord.fields.reason, { description: 'The reason, for the history of the device.' }),
    expiresAt: Type.Optional(
      described(
        timestamp(),
        'When the claim code expires, as an RFC 3339 date-time or a date, whose whole day still counts; default never.',
      ),
    ),
  }),
  async prepare({ now, settings }, { expiresAt }) {
    return { expiresAt: readExpiry(expiresAt, now, settings.businessTimeZone) };
  },
  async handle({ em, now, principal, call, keys, audit }, { id, reason }, { expiresAt }) {
    const device = await lockDevice(em, id);
    if (!device) throw recordNotFound('Device');
    requireRevision(call, device);
    const sale = await findLiveSale(em, id);
    const changes = await changeDevice(
      em,
      device,
      applyClaimReset(device, sale?.customerId),
      { voidsCodes: true, revokesPairings: true },
      { cause: 'resetClaim', reason, actorId: principal.adminId, now },
    );
    const claimCode = newClaimCode();
    await insertClaimCode(em, {
      deviceId: id,
      codeHash: claimCodeHash(keys, claimCode),
      sealed: sealClaimCode(keys, claimCode, { deviceId: id, serial: device.serial }),
      lastFour: claimCode.slice(-4),
      expiresAt,
      createdAt: now,
    });
    audit({ changes, reason, detail: { expiresAt } });
    return { ...(await readRecord(deviceReader, em, id, now)), claimCode, expiresAt };
  },
});
