import type { EntityManager } from '@mikro-orm/postgresql';
import { DEVICE_STATUSES } from '../../model/enums.ts';
import { DeviceEventRecord, ShownDeviceRecord } from '../../model/records/device.ts';
import { findClaimableCode } from '../../persistence/devices/claim-code-repository.ts';
import { lockDevice } from '../../persistence/devices/device-repository.ts';
import { activatePendingSecret } from '../../persistence/devices/device-secret-repository.ts';
import { admins, hasRoles } from '../kernel/access.ts';
import { conflict, throwIf } from '../kernel/errors.ts';
import { described, fields, oneOf } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { requireRevision } from '../kernel/revision.ts';
import { readRecord } from '../reader.ts';
import { changeDevice } from './change-device.ts';
import { deviceReader } from './device-reads.ts';
import { applyMove, effectsOfEntering, moveError } from './device-rules.ts';

export const setDeviceStatus = operation({
  name: 'setDeviceStatus',
  summary: 'Moves a device to another status; SOLD, CLAIMED and ACTIVE can only be returned to.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SUPPORT'),
  limit: 120,
  effect: 'write',
  target: 'Device',
  takes: { revision: true },
  errors: ['INVALID_TRANSITION'],
  answers: ShownDeviceRecord,
  input: fields({
    status: described(
      oneOf('DeviceStatus', DEVICE_STATUSES),
      'The new status; `availableActions` lists those that are possible.',
    ),
    reason: schemaOf(DeviceEventRecord.fields.reason, { description: 'The reason, for the history of the device.' }),
  }),
  async handle({ em, now, principal, call, audit, unchanged }, { id, status, reason }) {
    const device = await lockDevice(em, id);
    if (!device) throw recordNotFound('Device');
    requireRevision(call, device);
    if (device.status === status) return unchanged(await readRecord(deviceReader, em, id, now));
    throwIf(moveError(device, status, hasRoles(principal, ['SUPER_ADMIN'])));
    if (status === 'READY') await giveIdentity(em, id, now);
    const changes = await changeDevice(em, device, applyMove(device, status), effectsOfEntering(status), {
      cause: 'setDeviceStatus',
      reason,
      actorId: principal.adminId,
      now,
    });
    audit({ changes, reason });
    return readRecord(deviceReader, em, id, now);
  },
});

/**
 * A device leaves INVENTORY with a new identity: the secret of an envelope issued since (entering INVENTORY retired all
 * older ones) and a claim code.
 * @throws DomainError 409 INVALID_TRANSITION naming what is missing
 */
async function giveIdentity(em: EntityManager, id: string, now: Date): Promise<void> {
  const code = await findClaimableCode(em, id, now);
  const hasSecret = await activatePendingSecret(em, id, now);
  if (hasSecret && code) return;
  const missing = hasSecret ? 'DEVICE_NEEDS_CODE' : 'DEVICE_NEEDS_ENVELOPE';
  const cause = hasSecret || code ? missing : 'DEVICE_NEEDS_BOTH';
  throw conflict('INVALID_TRANSITION', cause, { from: 'INVENTORY', to: 'READY' });
}
