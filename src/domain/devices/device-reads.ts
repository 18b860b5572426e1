import type { EntityManager } from '@mikro-orm/postgresql';
import { findCurrentCodes } from '../../persistence/devices/claim-code-repository.ts';
import { deviceListAt } from '../../persistence/devices/device-list.ts';
import { findDeviceIdsOfBatches, findDeviceIdsOfOwners } from '../../persistence/devices/device-repository.ts';
import { readByIds } from '../../persistence/list-reader.ts';
import { noSuch } from '../kernel/not-found.ts';
import { type DeviceCodeView, type DeviceView, viewDevice } from './device-view.ts';

/**
 * Reads devices with their presence, in one statement.
 * @returns in the order of the ids; undefined for an unknown id
 */
export async function readDevices(
  em: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<(DeviceView | undefined)[]> {
  return readByIds(em, deviceListAt(now), ids, now, viewDevice);
}

/**
 * Reads one device with its presence.
 * @throws DomainError 404 DEVICE_NOT_FOUND
 */
export async function readDevice(em: EntityManager, id: string, now: Date): Promise<DeviceView> {
  const [device] = await readDevices(em, [id], now);
  if (!device) throw noSuch('Device');
  return device;
}

/**
 * Reads the current claim code of each device: the newest that is not VOID.
 * @returns in the order of the ids; undefined for a device without one
 */
export async function readDeviceCodes(
  em: EntityManager,
  deviceIds: readonly string[],
  now: Date,
): Promise<(DeviceCodeView | undefined)[]> {
  const found = await findCurrentCodes(em, deviceIds, now);
  const byDevice = new Map(
    found.map(({ deviceId, status, lastFour, expiresAt }) => [deviceId, { status, lastFour, expiresAt }]),
  );
  return deviceIds.map((id) => byDevice.get(id));
}

/**
 * Reads one page of each batch's devices, by their place in the batch, in two statements.
 * @param limit devices per batch
 * @param skip devices to skip per batch
 * @returns in the order of the batch ids
 */
export async function readDevicesOfBatches(
  em: EntityManager,
  batchIds: readonly string[],
  limit: number,
  now: Date,
  skip = 0,
): Promise<DeviceView[][]> {
  const found = await findDeviceIdsOfBatches(em, batchIds, limit, skip);
  const devices = await readDevices(
    em,
    found.map(({ id }) => id),
    now,
  );
  const byBatch = Map.groupBy(
    devices.filter((device) => device !== undefined),
    ({ batch }) => batch.id,
  );
  return batchIds.map((id) => byBatch.get(id) ?? []);
}

/**
 * Reads the newest devices of each owner, in two statements.
 * @param limit devices per owner
 * @returns in the order of the owners' ids
 */
export async function readDevicesOfOwners(
  em: EntityManager,
  ownerIds: readonly string[],
  limit: number,
  now: Date,
): Promise<DeviceView[][]> {
  const found = await findDeviceIdsOfOwners(em, ownerIds, limit);
  const devices = await readDevices(em, found, now);
  const byOwner = Map.groupBy(
    devices.filter((device) => device !== undefined),
    ({ ownerId }) => ownerId,
  );
  return ownerIds.map((id) => byOwner.get(id) ?? []);
}
