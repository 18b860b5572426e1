import { MAX_SERIAL_LENGTH } from '../../model/grammar.ts';
import { described, fields, text } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readRecordBy } from '../reader.ts';
import { deviceReader } from './device-reads.ts';
import { getDevice } from './get-device.ts';
import { serialOnLabel } from './serial.ts';

export const getDeviceBySerial = operation({
  name: 'getDeviceBySerial',
  summary: 'Returns the device with a serial.',
  beyond: { why: 'whoever holds a device knows its serial, not its id', graphqlOnly: true },
  access: getDevice.access,
  limit: getDevice.limit,
  effect: 'read',
  errors: ['DEVICE_NOT_FOUND'],
  input: fields({
    serial: described(text(1, MAX_SERIAL_LENGTH), 'The serial on the label, in any case.'),
  }),
  async handle({ em, now }, { serial }) {
    return readRecordBy(deviceReader, em, 'serial', serialOnLabel(serial), now);
  },
});
