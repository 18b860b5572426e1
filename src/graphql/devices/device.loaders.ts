import {
  type DeviceCodeView,
  type DeviceEventView,
  type DeviceView,
  readDeviceCodes,
  readDeviceEvents,
  readDevices,
} from '../../domain/devices/index.ts';
import type { BatchRead, ListRead } from '../context.ts';

/** Devices by id. */
export const devices: BatchRead<DeviceView> = ({ em, clock }, ids) => readDevices(em(), ids, clock.now());

/** The current claim code of each device. */
export const deviceCodes: BatchRead<DeviceCodeView> = ({ em, clock }, ids) => readDeviceCodes(em(), ids, clock.now());

/** The latest history of each device. */
export const deviceEvents: ListRead<DeviceEventView> = ({ em }, ids, { first }) => readDeviceEvents(em(), ids, first);
