import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { DeviceView } from '../../domain/devices/index.ts';
import { ClaimCodeRecord, DeviceClaimCodeRecord } from '../../model/records/claim-code.ts';
import { DeviceEventRecord, DeviceRecord, PresenceRecord } from '../../model/records/device.ts';
import { connectionOf } from '../connection.ts';
import { objectTypeOf } from '../record-type.ts';

const PresenceType = objectTypeOf(PresenceRecord);

export const DeviceEventType = objectTypeOf(DeviceEventRecord);

export const DeviceCodeType = objectTypeOf(DeviceClaimCodeRecord);

export const DeviceType = objectTypeOf(DeviceRecord, {
  presence: [...Object.keys(PresenceRecord.fields), 'reportedStatus'],
  batchCode: ['batchCode'],
  batch: ['batchId'],
  owner: ['ownerId'],
  claimCode: ['id'],
  events: ['id'],
  installations: ['id'],
  offerDecision: ['id'],
  pairings: ['id'],
  maintenanceGrants: ['id'],
  activeSale: ['id'],
  availableActions: ['status', 'previousStatus'],
});
Field(() => PresenceType, { nullable: true, description: 'The latest heartbeat; null before the first.' })(
  DeviceType.prototype,
  'presence',
);

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
