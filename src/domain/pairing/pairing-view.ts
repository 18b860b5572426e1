import type { View } from '../../model/record.ts';
import type { PairedDeviceRecord } from '../../model/records/pairing.ts';
import type { DeviceView } from '../devices/index.ts';

/** The view of a device for its apps, without the owner's data. */
export type PairedDeviceView = View<typeof PairedDeviceRecord>;

export function viewPairedDevice(device: DeviceView): PairedDeviceView {
  const { presence } = device;
  return {
    id: device.id,
    serial: device.serial,
    model: device.model,
    hardwareRevision: device.hardwareRevision,
    status: device.status,
    pairingEpoch: device.pairingEpoch,
    online: presence?.online ?? false,
    lastSeenAt: presence?.lastSeenAt ?? null,
    firmwareVersion: presence?.firmwareVersion ?? null,
    firmwareBuildNumber: presence?.firmwareBuildNumber ?? null,
    claimedAt: device.claimedAt,
    activatedAt: device.activatedAt,
  };
}
