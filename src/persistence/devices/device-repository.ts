import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { DeviceEventRecord, type DeviceEventView } from '../../model/records/device.ts';
import { newestOfEach } from '../newest-of-each.ts';
import { row, rows } from '../query.ts';
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
export async function holdDeviceId(em: EntityManager, serial: string): Promise<string | undefined> {
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

/**
 * One page of each batch's devices, by their place in the batch.
 * @param limit devices per batch
 * @param skip devices to skip per batch
 */
export function findDeviceIdsOfBatches(
  em: EntityManager,
  batchIds: readonly string[],
  limit: number,
  skip: number,
): Promise<{ batchId: string; id: string }[]> {
  return rows(
    em,
    `select b.id as "batchId", d.id
       from unnest($1::uuid[]) as b(id)
      cross join lateral (
        select id, batch_ordinal from device where batch_id = b.id order by batch_ordinal limit $2 offset $3) d
      order by b.id, d.batch_ordinal`,
    [batchIds, limit, skip],
  );
}

/** The ids of the newest devices of each owner, newest first. */
export async function findDeviceIdsOfOwners(
  em: EntityManager,
  ownerIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    em,
    `select d.id from unnest($1::uuid[]) as o(id)
      cross join lateral (
        select id, created_at from device where owner_id = o.id order by created_at desc, id desc limit $2) d
      order by d.created_at desc, d.id desc`,
    [ownerIds, limit],
  );
  return found.map(({ id }) => id);
}

/** The latest history entries of each device. */
export const listEventsOfDevices = newestOfEach(DeviceEventRecord, {
  table: 'device_event',
  owner: 'deviceId',
  madeAt: 'at',
});
