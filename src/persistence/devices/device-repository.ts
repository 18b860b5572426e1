import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { DeviceEventView } from '../../model/records/device.ts';
import { row } from '../sql/query.ts';
import { Device, type DeviceRow } from './device.entity.ts';
import { DeviceEvent } from './device-event.entity.ts';

/** Locks a device for update until the transaction ends. Lock it before any record that depends on it. */
export async function lockDevice(em: EntityManager, id: string): Promise<DeviceRow | null> {
  return em.findOne(Device, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Locks the device with this serial for update until the transaction ends. */
export async function lockDeviceBySerial(em: EntityManager, serial: string): Promise<DeviceRow | null> {
  return em.findOne(Device, { serial }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Locks the key of the device with this serial for share: until the transaction ends, it is not removed and keeps its
 * serial.
 */
export async function lockDeviceKey(em: EntityManager, serial: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(em, 'select id from device where serial = $1 for key share', [serial]);
  return found?.id;
}

/** Adds an entry to a device's history; it is written with the next flush. */
export function addDeviceEvent(
  em: EntityManager,
  event: Omit<DeviceEventView, 'id'> & { readonly deviceId: string },
): void {
  em.create(DeviceEvent, event);
}
