import type { DeviceStatus, FirmwareChannel } from '../../model/enums.ts';

/** Devices in these statuses take part in rollouts. */
const SERVED: readonly DeviceStatus[] = ['ACTIVE', 'CLAIMED', 'SOLD', 'READY'];

/** True if devices in this status take part in rollouts. */
export function takesPart(status: DeviceStatus): boolean {
  return SERVED.includes(status);
}

/** True if a device in this status installs releases of this channel: on the bench only those made for it, INTERNAL ones. */
export function installs(status: DeviceStatus, channel: FirmwareChannel): boolean {
  return takesPart(status) || (status === 'REPAIR' && channel === 'INTERNAL');
}
