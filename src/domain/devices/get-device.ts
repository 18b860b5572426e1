import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readDevice, readDeviceCodes } from './device-reads.ts';
import type { DeviceDetailView } from './device-view.ts';
import { readDeviceEvents } from './event-reads.ts';

const SHOWN_EVENTS = 50;

export const getDevice = operation({
  name: 'getDevice',
  summary: 'Returns one device with its presence, its masked claim code and its latest history.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  target: 'Device',
  input: NoInput,
  async handle({ em, now }, { id }): Promise<DeviceDetailView> {
    const device = await readDevice(em, id, now);
    const [[claimCode = null], [events = []]] = await Promise.all([
      readDeviceCodes(em, [id], now),
      readDeviceEvents(em, [id], SHOWN_EVENTS),
    ]);
    return { ...device, claimCode, events };
  },
});
