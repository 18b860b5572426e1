import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { PackageDeviceView, ReleaseStatsView } from '../../domain/firmware/index.ts';
import {
  DEVICE_STATUSES,
  type DeviceStatus,
  INSTALLATION_STATUSES,
  type InstallationStatus,
} from '../../model/enums.ts';
import { ReleaseEventRecord, ReleaseRecord, StoredFileRecord } from '../../model/records/release.ts';
import { connectionOf } from '../connection.ts';
import { enumType } from '../input-type.ts';
import { objectTypeOf } from '../record-type.ts';
import { SafeInt } from '../scalars.ts';

const StoredFileType = objectTypeOf(StoredFileRecord);

export const ReleaseEventType = objectTypeOf(ReleaseEventRecord);

@ObjectType('InstallationStatusCount')
export class InstallationStatusCountType {
  @Field(() => enumType('InstallationStatus', INSTALLATION_STATUSES))
  status: InstallationStatus;

  @Field(() => Int)
  count: number;
}

@ObjectType('ReleaseStats')
export class ReleaseStatsType implements ReleaseStatsView {
  @Field(() => Int, { description: 'Attempts of all devices, offers included.' })
  total: number;

  @Field(() => [InstallationStatusCountType])
  byStatus: InstallationStatusCountType[];

  @Field(() => Int, { description: 'Successes that the device’s own heartbeats confirm.' })
  confirmed: number;

  @Field(() => Int)
  unverified: number;

  @Field(() => Int)
  contradicted: number;

  @Field(() => Int, { description: 'Ended by an operator: neither a success nor a failure of the release.' })
  interrupted: number;

  @Field(() => Float, { nullable: true, description: '0 to 1, of all that ended by themselves; null when none has.' })
  failureRate: number | null;
}

export const ReleaseType = objectTypeOf(ReleaseRecord, {
  firmware: ['firmwareSha256', 'firmwareSize'],
  package: ['packageSha256', 'packageSize'],
  targetDevice: ['targetDeviceId'],
  events: ['id'],
  stats: ['id'],
  installations: ['id'],
  availableActions: ['lifecycle'],
});
Field(() => StoredFileType, { description: 'The image.' })(ReleaseType.prototype, 'firmware');
Field(() => StoredFileType, { nullable: true, description: 'What was uploaded; null for a legacy upload.' })(
  ReleaseType.prototype,
  'package',
);

@ObjectType('PackageDevice', { description: 'A device that an INTERNAL release may be meant for, with what it runs.' })
export class PackageDeviceType implements PackageDeviceView {
  @Field(() => ID)
  id: string;

  @Field()
  serial: string;

  @Field()
  model: string;

  @Field()
  hardwareRevision: string;

  @Field(() => enumType('DeviceStatus', DEVICE_STATUSES))
  status: DeviceStatus;

  @Field(() => String, { nullable: true, description: 'Null before the first heartbeat.' })
  firmwareVersion: string | null;

  @Field(() => SafeInt, { nullable: true })
  firmwareBuildNumber: number | null;

  @Field(() => Date, { nullable: true })
  lastSeenAt: Date | null;
}

export const ReleaseConnection = connectionOf('ReleaseConnection', ReleaseType);
export const PackageDeviceConnection = connectionOf('PackageDeviceConnection', PackageDeviceType);
