import { PackageDeviceRecord } from '../../model/records/package-device.ts';
import { ReleaseEventRecord, ReleaseRecord } from '../../model/records/release.ts';
import { connectionOf } from '../schema/connection.ts';
import { objectTypeOf } from '../schema/record-type.ts';

export const ReleaseType = objectTypeOf(ReleaseRecord, {
  pausedById: ['pausedBy'],
  stats: ['id'],
  availableActions: ['lifecycle'],
  pauseExplanation: ['pauseReason'],
});

export const ReleaseEventType = objectTypeOf(ReleaseEventRecord, { explanation: ['reason'] });

const PackageDeviceType = objectTypeOf(PackageDeviceRecord);

export const ReleaseConnection = connectionOf('Release', () => ReleaseType);
export const PackageDeviceConnection = connectionOf('PackageDevice', () => PackageDeviceType);
