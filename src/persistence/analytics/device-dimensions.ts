import { deviceListAt } from '../devices/device-list.ts';
import type { DescribedDimension } from './question-set.ts';
import { dimensionsOf } from './record-dimensions.ts';

/** Joins what the dimensions of a device `d` need: its batch and its latest heartbeat. */
export const WITH_DEVICE = `left join inventory_batch b on b.id = d.batch_id
    left join device_presence p on p.device_id = d.id`;

/**
 * The dimensions of the device that another record leads to: `DEVICE_MODEL`. Whether it is online depends on the present,
 * not on that record.
 * @param needs the operation of the edge to the device
 */
export function dimensionsOfDevice(needs: string): Readonly<Record<string, DescribedDimension>> {
  return dimensionsOf(deviceListAt(new Date(0)), { name: 'device', needs }, ['online']);
}
