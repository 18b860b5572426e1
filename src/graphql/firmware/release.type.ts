import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type {
  FileView,
  PackageDeviceView,
  ReleaseEventView,
  ReleaseStatsView,
  ReleaseView,
} from '../../domain/firmware/index.ts';
import {
  DEVICE_STATUSES,
  type DeviceStatus,
  FIRMWARE_CHANNELS,
  FIRMWARE_LIFECYCLES,
  type FirmwareChannel,
  type FirmwareLifecycle,
  INSTALLATION_STATUSES,
  type InstallationStatus,
  RELEASE_SOURCES,
  type ReleaseSource,
} from '../../model/enums.ts';
import { connectionOf } from '../connection.ts';
import { enumType } from '../input-type.ts';
import { SafeInt } from '../scalars.ts';

@ObjectType('StoredFile')
export class StoredFileType implements FileView {
  @Field({ description: 'Lower-case hexadecimal.' })
  sha256: string;

  @Field(() => SafeInt, { description: 'Bytes' })
  size: number;
}

@ObjectType('ReleaseEvent')
export class ReleaseEventType implements Omit<ReleaseEventView, 'releaseId'> {
  @Field(() => ID)
  id: string;

  @Field()
  at: Date;

  @Field(() => enumType('FirmwareLifecycle', FIRMWARE_LIFECYCLES), { nullable: true })
  fromLifecycle: FirmwareLifecycle | null;

  @Field(() => enumType('FirmwareLifecycle', FIRMWARE_LIFECYCLES))
  toLifecycle: FirmwareLifecycle;

  @Field(() => Int, { nullable: true })
  fromPercentage: number | null;

  @Field(() => Int)
  toPercentage: number;

  @Field(() => String, { nullable: true })
  reason: string | null;

  @Field(() => ID, { nullable: true, description: 'Null: the service itself.' })
  actorId: string | null;
}

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

@ObjectType('Release')
export class ReleaseType implements ReleaseView {
  @Field(() => ID)
  id: string;

  @Field(() => enumType('ReleaseSource', RELEASE_SOURCES))
  source: ReleaseSource;

  @Field(() => String, { nullable: true })
  product: string | null;

  @Field(() => String, { nullable: true })
  model: string | null;

  @Field()
  version: string;

  @Field(() => Int)
  buildNumber: number;

  @Field()
  hardwareRevision: string;

  @Field(() => Int)
  securityVersion: number;

  @Field(() => enumType('FirmwareChannel', FIRMWARE_CHANNELS))
  channel: FirmwareChannel;

  @Field(() => enumType('FirmwareLifecycle', FIRMWARE_LIFECYCLES))
  lifecycle: FirmwareLifecycle;

  @Field(() => ID, { nullable: true, description: 'The only device of an INTERNAL release.' })
  targetDeviceId: string | null;

  @Field()
  mandatory: boolean;

  @Field(() => Date, { nullable: true })
  mandatoryAfter: Date | null;

  @Field(() => [String])
  releaseNotes: readonly string[];

  @Field(() => String, { nullable: true })
  minFromVersion: string | null;

  @Field(() => String, { nullable: true })
  minAppVersion: string | null;

  @Field(() => StoredFileType, { description: 'The image.' })
  firmware: FileView;

  @Field(() => StoredFileType, { nullable: true, description: 'What was uploaded; null for a legacy upload.' })
  package: FileView | null;

  @Field({ description: 'Whether a registered key signed it; an unsigned one never goes STABLE.' })
  signed: boolean;

  @Field(() => [String], { description: 'Ids of the keys whose signatures were valid when it came in.' })
  signedBy: readonly string[];

  @Field(() => Int)
  rolloutPercentage: number;

  @Field(() => Date, { nullable: true })
  rolloutStartedAt: Date | null;

  @Field(() => Date, { nullable: true })
  completedAt: Date | null;

  @Field(() => Date, { nullable: true })
  revokedAt: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Failures before it do not count towards an automatic pause.',
  })
  failureWindowFrom: Date | null;

  @Field(() => String, { nullable: true })
  pauseReason: string | null;

  @Field(() => String, { nullable: true, description: 'An admin’s id, or `SYSTEM`.' })
  pausedBy: string | null;

  @Field(() => ID)
  createdBy: string;

  @Field(() => Int)
  revision: number;

  @Field()
  createdAt: Date;

  @Field()
  updatedAt: Date;
}

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
