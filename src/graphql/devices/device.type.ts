import { ClaimCodeRecord } from '../../model/records/claim-code.ts';
import { DeviceRecord } from '../../model/records/device.ts';
import { connectionOf } from '../connection.ts';
import { objectTypeOf } from '../record-type.ts';

export const DeviceType = objectTypeOf(DeviceRecord, { availableActions: ['status', 'previousStatus'] });
export const ClaimCodeType = objectTypeOf(ClaimCodeRecord);

export const DeviceConnection = connectionOf('Device', () => DeviceType);
export const ClaimCodeConnection = connectionOf('ClaimCode', () => ClaimCodeType);
