import { Type } from 'typebox';
import { DeviceEventRecord, ShownDeviceRecord } from '../../model/records/device.ts';
import { lockDevice } from '../../persistence/devices/device-repository.ts';
import { findOrCreateCustomer } from '../customers/index.ts';
import { admins } from '../kernel/access.ts';
import { throwIf } from '../kernel/errors.ts';
import { described, email, fields, text } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { requireRevision } from '../kernel/revision.ts';
import { readRecord } from '../reader.ts';
import { changeDevice } from './change-device.ts';
import { deviceReader } from './device-reads.ts';
import { applyTransfer, transferError } from './device-rules.ts';

export const transferDevice = operation({
  name: 'transferDevice',
  summary: 'Gives a claimed device to another customer, who is created when no customer has the e-mail address.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SUPPORT'),
  limit: 120,
  effect: 'write',
  target: 'Device',
  takes: { revision: true },
  errors: ['INVALID_TRANSITION'],
  answers: ShownDeviceRecord,
  input: fields({
    customerEmail: described(email(), 'The e-mail address of the new owner.'),
    customerName: Type.Optional(
      described(
        text(0),
        'The name of a customer who has to be created, of which 120 characters are kept; default from the e-mail address.',
      ),
    ),
    reason: schemaOf(DeviceEventRecord.fields.reason, { description: 'The reason, for the history of the device.' }),
  }),
  async handle({ em, now, principal, call, audit, unchanged }, { id, customerEmail, customerName, reason }) {
    const device = await lockDevice(em, id);
    if (!device) throw recordNotFound('Device');
    requireRevision(call, device);
    throwIf(transferError(device));
    const customer = await findOrCreateCustomer(em, { email: customerEmail, name: customerName }, now);
    if (customer.id === device.ownerId) return unchanged(await readRecord(deviceReader, em, id, now));
    const changes = await changeDevice(
      em,
      device,
      applyTransfer(device, customer.id),
      { revokesPairings: true },
      { cause: 'transferDevice', reason, actorId: principal.adminId, now },
    );
    audit({ changes, reason, detail: { customerCreated: customer.created } });
    return readRecord(deviceReader, em, id, now);
  },
});
