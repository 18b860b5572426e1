import { ClaimCodeRecord } from '../../model/records/claim-code.ts';
import { DeviceDayRecord, DeviceEventRecord, DeviceRecord, HeartbeatRecord } from '../../model/records/device.ts';
import { connectionOf } from '../schema/connection.ts';
import { objectTypeOf } from '../schema/record-type.ts';

export const DeviceType = objectTypeOf(DeviceRecord, { availableActions: ['status', 'previousStatus'] });
export const ClaimCodeType = objectTypeOf(ClaimCodeRecord);
const DeviceEventType = objectTypeOf(DeviceEventRecord);
const HeartbeatType = objectTypeOf(HeartbeatRecord);
/** Edges alone lead to it. */
objectTypeOf(DeviceDayRecord);

export const DeviceConnection = connectionOf('Device', () => DeviceType);
export const DeviceEventConnection = connectionOf('DeviceEvent', () => DeviceEventType);
export const HeartbeatConnection = connectionOf('Heartbeat', () => HeartbeatType);
export const ClaimCodeConnection = connectionOf('ClaimCode', () => ClaimCodeType);
