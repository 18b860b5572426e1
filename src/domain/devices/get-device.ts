import { DeviceDetailRecord, DeviceRecord } from '../../model/records/device.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { follow, readRecord } from '../reader.ts';
import { deviceCodeReader, devicePartReader, deviceReader } from './device-reads.ts';
import type { DeviceDetailView } from './device-view.ts';

const SHOWN_EVENTS = 50;

export const getDevice = operation({
  name: 'getDevice',
  summary: 'Returns one device with its presence, its masked claim code and its latest history.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  target: 'Device',
  answers: DeviceDetailRecord,
  input: NoInput,
  async handle({ em, now }, { id }): Promise<DeviceDetailView> {
    const device = await readRecord(deviceReader, em, id, now);
    const [[[claimCode = null] = []], [events = []]] = await Promise.all([
      follow(DeviceRecord, 'claimCode', deviceCodeReader, em, [id], { first: 1 }, now),
      follow(DeviceRecord, 'events', devicePartReader, em, [id], { first: SHOWN_EVENTS }, now),
    ]);
    return { ...device, claimCode, events };
  },
});
