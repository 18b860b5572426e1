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

@ObjectType('DeviceStatusCount')
export class DeviceStatusCountType implements DeviceStatusCountView {
  @Field(() => enumType('DeviceStatus', DEVICE_STATUSES))
  status: DeviceStatus;

  @Field(() => Int)
  count: number;
}

@ObjectType('BatchStatusCount')
export class BatchStatusCountType implements BatchStatusCountView {
  @Field(() => enumType('BatchStatus', BATCH_STATUSES))
  status: BatchStatus;

  @Field(() => Int)
  count: number;
}

@ObjectType('ClaimCodeStatusCount')
export class ClaimCodeStatusCountType implements ClaimCodeStatusCountView {
  @Field(() => enumType('ClaimCodeStatus', CLAIM_CODE_STATUSES))
  status: ClaimCodeStatus;

  @Field(() => Int)
  count: number;
}

@ObjectType('HardwareRevisionCount')
export class HardwareRevisionCountType implements HardwareRevisionCountView {
  @Field()
  hardwareRevision: string;

  @Field(() => Int)
  devices: number;

  @Field(() => Int)
  online: number;

  @Field(() => Int)
  active: number;
}

@ObjectType('FirmwareVersionCount')
export class FirmwareVersionCountType implements FirmwareVersionCountView {
  @Field()
  firmwareVersion: string;

  @Field(() => Int)
  devices: number;

  @Field(() => Int)
  online: number;
}

@ObjectType('DeviceAnalytics', { description: 'Every device is online, offline or was never seen.' })
export class DeviceAnalyticsType implements DeviceAnalyticsView {
  @Field(() => Int)
  total: number;

  @Field(() => Int, { description: 'Heard of within `onlineThresholdMinutes`, and not to say goodbye.' })
  online: number;

  @Field(() => Int)
  offline: number;

  @Field(() => Int)
  neverSeen: number;

  @Field(() => Int, { description: 'Heard of within `activeThresholdDays`.' })
  active: number;

  @Field(() => [DeviceStatusCountType])
  byStatus: readonly DeviceStatusCountView[];

  @Field(() => [HardwareRevisionCountType], { description: 'The first hundred, most devices first.' })
  byHardwareRevision: readonly HardwareRevisionCountView[];

  @Field(() => [FirmwareVersionCountType], {
    description: 'By what the latest heartbeat said. The first hundred, most devices first.',
  })
  byFirmwareVersion: readonly FirmwareVersionCountView[];
}

@ObjectType('BatchAnalytics')
export class BatchAnalyticsType {
  @Field(() => Int)
  total: number;

  @Field(() => [BatchStatusCountType])
  byStatus: readonly BatchStatusCountView[];
}

@ObjectType('ClaimCodeAnalytics')
export class ClaimCodeAnalyticsType {
  @Field(() => Int)
  total: number;

  @Field(() => [ClaimCodeStatusCountType])
  byStatus: readonly ClaimCodeStatusCountView[];
}

@ObjectType('OperationsAnalytics', { description: 'Devices, batches and claim codes as they are now.' })
export class OperationsAnalyticsType implements OperationsAnalyticsView {
  @Field()
  generatedAt: Date;

  @Field(() => Int)
  onlineThresholdMinutes: number;

  @Field(() => Int)
  activeThresholdDays: number;

  @Field(() => DeviceAnalyticsType)
  devices: DeviceAnalyticsView;

  @Field(() => BatchAnalyticsType)
  batches: OperationsAnalyticsView['batches'];

  @Field(() => ClaimCodeAnalyticsType)
  claimCodes: OperationsAnalyticsView['claimCodes'];
}
