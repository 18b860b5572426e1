import type { EntityManager } from '@mikro-orm/postgresql';
import { listEventsOfDevices } from '../../persistence/devices/device-repository.ts';
import type { DeviceEventView } from './device-view.ts';

/** Entries of one device's history that a reply shows. */
export const SHOWN_EVENTS = 50;

/** The latest history of each device, newest first. @returns in the order of the ids */
export async function readDeviceEvents(em: EntityManager, deviceIds: readonly string[]): Promise<DeviceEventView[][]> {
  const found = await listEventsOfDevices(em, deviceIds, SHOWN_EVENTS);
  const byDevice = Map.groupBy(found, ({ deviceId }) => deviceId);
  return deviceIds.map((id) => (byDevice.get(id) ?? []).map(({ deviceId: _deviceId, ...event }) => event));
}
