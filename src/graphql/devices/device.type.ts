import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { DeviceEventView, DeviceView, PresenceView } from '../../domain/devices/index.ts';
import {
  DEVICE_STATUSES,
  type DeviceStatus,
  FIRMWARE_CHANNELS,
  type FirmwareChannel,
  OTA_SLOTS,
  type OtaSlot,
} from '../../model/enums.ts';
import { ClaimCodeRecord, DeviceClaimCodeRecord } from '../../model/records/claim-code.ts';
import { connectionOf } from '../connection.ts';
import { enumType } from '../input-type.ts';
import { objectTypeOf } from '../record-type.ts';
import { SafeInt } from '../scalars.ts';

@ObjectType('Presence')
export class PresenceType implements PresenceView {
  @Field({ description: 'Seen within the settings’ onlineThresholdMinutes, and not to say goodbye.' })
  online: boolean;

  @Field()
  lastSeenAt: Date;

  @Field(() => String, { nullable: true })
  firmwareVersion: string | null;

  @Field(() => SafeInt, { nullable: true })
  firmwareBuildNumber: number | null;

  @Field(() => enumType('OtaSlot', OTA_SLOTS), { nullable: true })
  otaSlot: OtaSlot | null;

  @Field(() => String, { nullable: true })
  appVersion: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Seconds since the device started.' })
  uptime: number | null;

  @Field(() => Int, { nullable: true, description: 'dBm' })
  wifiRssi: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Bytes' })
  freeHeap: number | null;

  @Field(() => Float, { nullable: true, description: 'Degrees Celsius' })
  temperature: number | null;

  @Field(() => String, { nullable: true })
  status: string | null;
}

@ObjectType('DeviceEvent')
export class DeviceEventType implements DeviceEventView {
  @Field(() => ID)
  id: string;

  @Field()
  at: Date;

  @Field({ description: 'The operation that caused it, or `heartbeat`.' })
  cause: string;

  @Field(() => enumType('DeviceStatus', DEVICE_STATUSES), { nullable: true })
  fromStatus: DeviceStatus | null;

  @Field(() => enumType('DeviceStatus', DEVICE_STATUSES))
  toStatus: DeviceStatus;

  @Field(() => ID, { nullable: true })
  fromOwnerId: string | null;

  @Field(() => ID, { nullable: true })
  toOwnerId: string | null;

  @Field(() => String, { nullable: true })
  reason: string | null;

  @Field(() => ID, { nullable: true })
  actorId: string | null;
}

export const DeviceCodeType = objectTypeOf(DeviceClaimCodeRecord);

@ObjectType('Device')
export class DeviceType implements Omit<DeviceView, 'batch'> {
  @Field(() => ID)
  id: string;

  @Field()
  serial: string;

  @Field(() => enumType('DeviceStatus', DEVICE_STATUSES))
  status: DeviceStatus;

  @Field(() => enumType('DeviceStatus', DEVICE_STATUSES), { nullable: true })
  previousStatus: DeviceStatus | null;

  @Field()
  model: string;

  @Field()
  hardwareRevision: string;

  @Field(() => ID, { nullable: true })
  ownerId: string | null;

  @Field(() => enumType('FirmwareChannel', FIRMWARE_CHANNELS), { nullable: true })
  firmwareChannel: FirmwareChannel | null;

  @Field(() => Int)
  pairingEpoch: number;

  @Field(() => PresenceType, { nullable: true, description: 'Null before the first heartbeat.' })
  presence: PresenceView | null;

  @Field(() => Date, { nullable: true })
  claimedAt: Date | null;

  @Field(() => Date, { nullable: true })
  activatedAt: Date | null;

  @Field(() => Int)
  revision: number;

  @Field()
  createdAt: Date;

  @Field()
  updatedAt: Date;
}

export const ClaimCodeType = objectTypeOf(ClaimCodeRecord);

@ObjectType('ClaimReset')
export class ClaimResetType {
  @Field(() => DeviceType)
  device: DeviceView;

  @Field({ description: 'Shown once.' })
  claimCode: string;

  @Field(() => Date, { nullable: true })
  expiresAt: Date | null;
}

@ObjectType('IssuedEnvelope')
export class IssuedEnvelopeType {
  @Field(() => ID)
  envelopeId: string;

  @Field({ description: 'Compact JWE for the recipient. Shown once.' })
  envelope: string;

  @Field(() => Int)
  secretVersion: number;

  @Field({ description: 'SHA-256 of the recipient’s public key, hexadecimal.' })
  recipientFingerprint: string;

  @Field()
  issuedAt: Date;

  @Field()
  expiresAt: Date;
}

export const DeviceConnection = connectionOf('DeviceConnection', DeviceType);
export const ClaimCodeConnection = connectionOf('ClaimCodeConnection', ClaimCodeType);
