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

objectTypeOf(StoredFileRecord);

objectTypeOf(ReleaseEventRecord);

@ObjectType('InstallationStatusCount', { description: 'The number of installations in one status.' })
export class InstallationStatusCountType {
  @Field(() => enumType('InstallationStatus', INSTALLATION_STATUSES), { description: 'The status.' })
  status: InstallationStatus;

  @Field(() => Int, { description: 'The installations in it.' })
  count: number;
}

@ObjectType('ReleaseStats', { description: 'How the installations of a release went.' })
export class ReleaseStatsType implements ReleaseStatsView {
  @Field(() => Int, { description: 'Attempts of all devices, offers included.' })
  total: number;

  @Field(() => [InstallationStatusCountType], { description: 'One entry for each status that has installations.' })
  byStatus: InstallationStatusCountType[];

  @Field(() => Int, { description: 'Successes that the device’s own heartbeats confirm.' })
  confirmed: number;

  @Field(() => Int, { description: 'Successes that no heartbeat has confirmed yet.' })
  unverified: number;

  @Field(() => Int, { description: 'Installations whose reported success turned out to be none.' })
  contradicted: number;

  @Field(() => Int, { description: 'Ended by an operator: neither a success nor a failure of the release.' })
  interrupted: number;

  @Field(() => Float, { nullable: true, description: '0 to 1, of all that ended by themselves; null when none has.' })
  failureRate: number | null;
}

export const ReleaseType = objectTypeOf(ReleaseRecord, { stats: ['id'], availableActions: ['lifecycle'] });

@ObjectType('PackageDevice', { description: 'A device that an INTERNAL release may be meant for, with what it runs.' })
export class PackageDeviceType implements PackageDeviceView {
  @Field(() => ID, { description: 'The id.' })
  id: string;

  @Field({ description: 'The serial of the device.' })
  serial: string;

  @Field({ description: 'The model of the device.' })
  model: string;

  @Field({ description: 'The hardware revision of the device.' })
  hardwareRevision: string;

  @Field(() => enumType('DeviceStatus', DEVICE_STATUSES), { description: 'The status of the device.' })
  status: DeviceStatus;

  @Field(() => String, {
    nullable: true,
    description: 'The firmware version of the latest heartbeat; null before the first one.',
  })
  firmwareVersion: string | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'The build number of the latest heartbeat; null when it has none.',
  })
  firmwareBuildNumber: number | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When the latest heartbeat was received; null before the first one.',
  })
  lastSeenAt: Date | null;
}

export const ReleaseConnection = connectionOf('Release', () => ReleaseType);
export const PackageDeviceConnection = connectionOf('PackageDevice', () => PackageDeviceType);
