import type { EntityManager } from '@mikro-orm/postgresql';
import type { FirmwareChannel } from '../../model/enums.ts';
import { findTargetDevice } from '../../persistence/firmware/package-devices.ts';
import { invalid } from '../kernel/errors.ts';
import { UUID } from '../kernel/input.ts';
import { FIRMWARE_DEVICE_STATUSES } from './release-rules.ts';

/** The image that a target device must be compatible with. */
export interface TargetedImage {
  readonly channel: FirmwareChannel;
  readonly hardwareRevision: string;
  /** Null if the image names no model. */
  readonly model: string | null;
}

/**
 * Checks the target device, which an INTERNAL release requires. On other channels a target device is an error rather
 * than ignored.
 * @param deviceId as the caller sent it
 * @returns the device's id; null for the other channels
 * @throws DomainError 400 TARGET_DEVICE_INCOMPATIBLE
 */
export async function requireTarget(
  em: EntityManager,
  { channel, hardwareRevision, model }: TargetedImage,
  deviceId: string | undefined,
): Promise<string | null> {
  if (channel !== 'INTERNAL') {
    if (deviceId === undefined) return null;
    throw incompatible(`Only an INTERNAL release can have a target device; this release is ${channel}`);
  }
  if (deviceId === undefined) throw incompatible('An INTERNAL release requires a target device');
  const device = UUID.test(deviceId) ? await findTargetDevice(em, deviceId.toLowerCase()) : undefined;
  if (!device) throw incompatible('The target device does not exist');
  if (device.hardwareRevision !== hardwareRevision) {
    throw incompatible(
      `The hardware revision of the device is ${device.hardwareRevision}, but the image is for ${hardwareRevision}`,
    );
  }
  if (model !== null && device.model !== model) {
    throw incompatible(`The model of the device is ${device.model}, but the image is for ${model}`);
  }
  if (!FIRMWARE_DEVICE_STATUSES.includes(device.status)) {
    throw incompatible(`The device is ${device.status} (allowed: ${FIRMWARE_DEVICE_STATUSES.join(', ')})`);
  }
  return device.id;
}

function incompatible(problem: string) {
  return invalid('TARGET_DEVICE_INCOMPATIBLE', { problem: `${problem}.` });
}
