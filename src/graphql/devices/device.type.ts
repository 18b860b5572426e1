import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { DeviceView } from '../../domain/devices/index.ts';
import { ClaimCodeRecord, DeviceClaimCodeRecord } from '../../model/records/claim-code.ts';
import { DeviceEventRecord, DeviceRecord, HeartbeatRecord, PresenceRecord } from '../../model/records/device.ts';
import { connectionOf } from '../connection.ts';
import { objectTypeOf } from '../record-type.ts';

objectTypeOf(PresenceRecord);

const DeviceEventType = objectTypeOf(DeviceEventRecord);

const HeartbeatType = objectTypeOf(HeartbeatRecord);

objectTypeOf(DeviceClaimCodeRecord);

export const DeviceType = objectTypeOf(DeviceRecord, { availableActions: ['status', 'previousStatus'] });
export const ClaimCodeType = objectTypeOf(ClaimCodeRecord);

@ObjectType('ClaimReset', { description: 'A device whose claim was reset, with its new claim code.' })
export class ClaimResetType {
  @Field(() => DeviceType, { description: 'The device, unclaimed.' })
  device: DeviceView;

  @Field({ description: 'The new claim code; no other response shows it.' })
  claimCode: string;

  @Field(() => Date, { nullable: true, description: 'When the code stops working; null: never.' })
  expiresAt: Date | null;
}

@ObjectType('IssuedEnvelope', { description: 'A new device secret, sealed for one provisioning station.' })
export class IssuedEnvelopeType {
  @Field(() => ID, { description: 'The id of the envelope, which the audit log names.' })
  envelopeId: string;

  @Field({ description: 'The envelope as a compact JWE that only the recipient can open; no other response shows it.' })
  envelope: string;

  @Field(() => Int, { description: 'The version of the sealed secret; each envelope of a device has a higher one.' })
  secretVersion: number;

  @Field({ description: 'SHA-256 of the recipient’s public key, hexadecimal.' })
  recipientFingerprint: string;

  @Field({ description: 'When the envelope was issued.' })
  issuedAt: Date;

  @Field({ description: 'Until when the station should use the envelope.' })
  expiresAt: Date;
}

export const DeviceConnection = connectionOf('DeviceConnection', DeviceType);
export const DeviceEventConnection = connectionOf('DeviceEventConnection', DeviceEventType);
export const HeartbeatConnection = connectionOf('HeartbeatConnection', HeartbeatType);
export const ClaimCodeConnection = connectionOf('ClaimCodeConnection', ClaimCodeType);
