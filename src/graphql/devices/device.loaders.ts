import {
  type DeviceCodeView,
  type DeviceEventView,
  readDeviceCodes,
  readDeviceEvents,
} from '../../domain/devices/index.ts';
import type { BatchRead, ListRead } from '../context.ts';

/** The current claim code of each device. */
export const deviceCodes: BatchRead<DeviceCodeView> = ({ em, clock }, ids) => readDeviceCodes(em(), ids, clock.now());

/** The latest history of each device. */
export const deviceEvents: ListRead<DeviceEventView> = ({ em }, ids, { first }) => readDeviceEvents(em(), ids, first);
