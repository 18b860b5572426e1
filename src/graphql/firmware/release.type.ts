import { PackageDeviceRecord } from '../../model/records/package-device.ts';
import { ReleaseRecord } from '../../model/records/release.ts';
import { connectionOf } from '../connection.ts';
import { objectTypeOf } from '../record-type.ts';

export const ReleaseType = objectTypeOf(ReleaseRecord, { stats: ['id'], availableActions: ['lifecycle'] });

export const ReleaseConnection = connectionOf('ReleaseConnection', ReleaseType);
export const PackageDeviceConnection = connectionOf('PackageDeviceConnection', objectTypeOf(PackageDeviceRecord));
