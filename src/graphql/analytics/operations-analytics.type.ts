import { Field, Int, ObjectType } from 'type-graphql';
import type {
  BatchStatusCountView,
  ClaimCodeStatusCountView,
  DeviceAnalyticsView,
  DeviceStatusCountView,
  FirmwareVersionCountView,
  HardwareRevisionCountView,
  OperationsAnalyticsView,
} from '../../domain/analytics/index.ts';
import {
  BATCH_STATUSES,
  type BatchStatus,
  CLAIM_CODE_STATUSES,
  type ClaimCodeStatus,
  DEVICE_STATUSES,
  type DeviceStatus,
} from '../../model/enums.ts';
import { enumType } from '../input-type.ts';

@ObjectType('DeviceStatusCount', { description: 'The number of devices in one status.' })
export class DeviceStatusCountType implements DeviceStatusCountView {
  @Field(() => enumType('DeviceStatus', DEVICE_STATUSES), { description: 'The status.' })
  status: DeviceStatus;

  @Field(() => Int, { description: 'The devices in it.' })
  count: number;
}

@ObjectType('BatchStatusCount', { description: 'The number of batches in one status.' })
export class BatchStatusCountType implements BatchStatusCountView {
  @Field(() => enumType('BatchStatus', BATCH_STATUSES), { description: 'The status.' })
  status: BatchStatus;

  @Field(() => Int, { description: 'The batches in it.' })
  count: number;
}

@ObjectType('ClaimCodeStatusCount', { description: 'The number of claim codes in one status.' })
export class ClaimCodeStatusCountType implements ClaimCodeStatusCountView {
  @Field(() => enumType('ClaimCodeStatus', CLAIM_CODE_STATUSES), { description: 'The status.' })
  status: ClaimCodeStatus;

  @Field(() => Int, { description: 'The claim codes in it.' })
  count: number;
}

@ObjectType('HardwareRevisionCount', { description: 'The devices of one hardware revision.' })
export class HardwareRevisionCountType implements HardwareRevisionCountView {
  @Field({ description: 'The hardware revision.' })
  hardwareRevision: string;

  @Field(() => Int, { description: 'All devices of it.' })
  devices: number;

  @Field(() => Int, { description: 'Those that are online.' })
  online: number;

  @Field(() => Int, { description: 'Those with a heartbeat within `activeThresholdDays`.' })
  active: number;
}

@ObjectType('FirmwareVersionCount', { description: 'The devices that run one firmware version.' })
export class FirmwareVersionCountType implements FirmwareVersionCountView {
  @Field({ description: 'The firmware version.' })
  firmwareVersion: string;

  @Field(() => Int, { description: 'All devices that run it.' })
  devices: number;

  @Field(() => Int, { description: 'Those that are online.' })
  online: number;
}

@ObjectType('DeviceAnalytics', { description: 'Every device is online, offline or was never seen.' })
export class DeviceAnalyticsType implements DeviceAnalyticsView {
  @Field(() => Int, { description: 'All devices, retired ones too.' })
  total: number;

  @Field(() => Int, { description: 'Heard of within `onlineThresholdMinutes`, and not to say goodbye.' })
  online: number;

  @Field(() => Int, { description: 'Devices with a heartbeat that are not online.' })
  offline: number;

  @Field(() => Int, { description: 'Devices without any heartbeat.' })
  neverSeen: number;

  @Field(() => Int, { description: 'Heard of within `activeThresholdDays`.' })
  active: number;

  @Field(() => [DeviceStatusCountType], { description: 'One entry for each status, also where it is 0.' })
  byStatus: readonly DeviceStatusCountView[];

  @Field(() => [HardwareRevisionCountType], { description: 'The first hundred, most devices first.' })
  byHardwareRevision: readonly HardwareRevisionCountView[];

  @Field(() => [FirmwareVersionCountType], {
    description: 'By what the latest heartbeat said. The first hundred, most devices first.',
  })
  byFirmwareVersion: readonly FirmwareVersionCountView[];
}

@ObjectType('BatchAnalytics', { description: 'Batches, counted.' })
export class BatchAnalyticsType {
  @Field(() => Int, { description: 'All batches.' })
  total: number;

  @Field(() => [BatchStatusCountType], { description: 'One entry for each status, also where it is 0.' })
  byStatus: readonly BatchStatusCountView[];
}

@ObjectType('ClaimCodeAnalytics', { description: 'Claim codes, counted.' })
export class ClaimCodeAnalyticsType {
  @Field(() => Int, { description: 'All claim codes.' })
  total: number;

  @Field(() => [ClaimCodeStatusCountType], { description: 'One entry for each status, also where it is 0.' })
  byStatus: readonly ClaimCodeStatusCountView[];
}

@ObjectType('OperationsAnalytics', { description: 'Devices, batches and claim codes as they are now.' })
export class OperationsAnalyticsType implements OperationsAnalyticsView {
  @Field({ description: 'When the figures were read.' })
  generatedAt: Date;

  @Field(() => Int, {
    description: 'Minutes since its last heartbeat for which a device counts as online, from the business settings.',
  })
  onlineThresholdMinutes: number;

  @Field(() => Int, {
    description: 'Days since its last heartbeat for which a device counts as active, from the business settings.',
  })
  activeThresholdDays: number;

  @Field(() => DeviceAnalyticsType, { description: 'The devices.' })
  devices: DeviceAnalyticsView;

  @Field(() => BatchAnalyticsType, { description: 'The batches.' })
  batches: OperationsAnalyticsView['batches'];

  @Field(() => ClaimCodeAnalyticsType, { description: 'The claim codes.' })
  claimCodes: OperationsAnalyticsView['claimCodes'];
}
