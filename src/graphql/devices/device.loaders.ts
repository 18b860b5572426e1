import {
  type DeviceCodeView,
  type DeviceEventView,
  readDeviceCodes,
  readDeviceEvents,
} from '../../domain/devices/index.ts';
import type { BatchRead } from '../context.ts';

/** The current claim code of each device. */
export const deviceCodes: BatchRead<DeviceCodeView> = ({ em, clock }, ids) => readDeviceCodes(em(), ids, clock.now());

/** The latest history of each device. */
export const deviceEvents: BatchRead<readonly DeviceEventView[]> = ({ em }, ids) => readDeviceEvents(em(), ids);
