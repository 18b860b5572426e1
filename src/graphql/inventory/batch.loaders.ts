import { type DeviceView, readDevicesOfBatches } from '../../domain/devices/index.ts';
import { type BatchView, readBatches } from '../../domain/inventory/index.ts';
import type { BatchRead } from '../context.ts';

/** More devices than a batch can have. */
const WHOLE_BATCH = 500;

/** Batches by id. */
export const batches: BatchRead<BatchView> = ({ em }, ids) => readBatches(em(), ids);

/** The devices of each batch, by their place in it. */
export const devicesOfBatches: BatchRead<readonly DeviceView[]> = ({ em, clock }, ids) =>
  readDevicesOfBatches(em(), ids, WHOLE_BATCH, clock.now());
