import type { EntityManager } from '@mikro-orm/postgresql';
import { listEventsOfDevices } from '../../persistence/devices/device-repository.ts';
import type { DeviceEventView } from './device-view.ts';

/**
 * Reads the latest history of each device, newest first, in one statement.
 * @param limit entries per device
 * @returns in the order of the ids
 */
export async function readDeviceEvents(
  em: EntityManager,
  deviceIds: readonly string[],
  limit: number,
): Promise<DeviceEventView[][]> {
  const found = await listEventsOfDevices(em, deviceIds, limit);
  const byDevice = Map.groupBy(found, ({ deviceId }) => deviceId);
  return deviceIds.map((id) => (byDevice.get(id) ?? []).map(({ deviceId: _deviceId, ...event }) => event));
}
