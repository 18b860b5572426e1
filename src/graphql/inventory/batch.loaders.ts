import { type DeviceView, readDevicesOfBatches } from '../../domain/devices/index.ts';
import { type BatchView, readBatches } from '../../domain/inventory/index.ts';
import type { BatchRead, ListRead, ListWindow } from '../context.ts';

/** Batches by id. */
export const batches: BatchRead<BatchView> = ({ em }, ids) => readBatches(em(), ids);

interface DeviceWindow extends ListWindow {
  readonly skip: number;
}

/** One page of the devices of each batch, by their place in it. */
export const devicesOfBatches: ListRead<DeviceView, DeviceWindow> = ({ em, clock }, ids, { first, skip }) =>
  readDevicesOfBatches(em(), ids, first, clock.now(), skip);
