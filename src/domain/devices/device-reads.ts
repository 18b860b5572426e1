import { ClaimCodeRecord, DeviceClaimCodeRecord } from '../../model/records/claim-code.ts';
import { DeviceDayRecord, DeviceEventRecord, DeviceRecord } from '../../model/records/device.ts';
import { claimCodeListAt, deviceCodeListAt } from '../../persistence/devices/claim-code-list.ts';
import { deviceDayList, deviceEventList, deviceListAt } from '../../persistence/devices/device-list.ts';
import { reader } from '../reader.ts';
import { viewDevice, viewDeviceDay, viewDeviceEvent } from './device-view.ts';

/** Devices with their latest heartbeat. */
export const deviceReader = reader(DeviceRecord, deviceListAt, viewDevice);
export const claimCodeReader = reader(ClaimCodeRecord, claimCodeListAt);
export const deviceCodeReader = reader(DeviceClaimCodeRecord, deviceCodeListAt);
export const deviceEventReader = reader(DeviceEventRecord, deviceEventList, viewDeviceEvent);
/** Events as parts of their device, without its id. */
export const devicePartReader = reader(DeviceEventRecord, deviceEventList);
export const deviceDayReader = reader(DeviceDayRecord, deviceDayList, viewDeviceDay);
