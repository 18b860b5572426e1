import { Field, ID, ObjectType } from 'type-graphql';
import type { BatchView, MadeDevice } from '../../domain/inventory/index.ts';
import { BatchRecord } from '../../model/records/batch.ts';
import { connectionOf } from '../connection.ts';
import { objectTypeOf } from '../record-type.ts';

export const BatchType = objectTypeOf(BatchRecord, {
  devices: ['deviceCount'],
  createdBy: ['createdBy'],
  availableActions: ['status'],
});

@ObjectType('MadeDevice')
export class MadeDeviceType implements MadeDevice {
  @Field(() => ID)
  id: string;

  @Field()
  serial: string;

  @Field({ description: 'Shown once.' })
  claimCode: string;

  @Field()
  hardwareRevision: string;

  @Field({ description: 'What the QR code on the label says.' })
  qr: string;
}

@ObjectType('ProvisionedBatch')
export class ProvisionedBatchType {
  @Field(() => BatchType)
  batch: BatchView;

  @Field(() => [MadeDeviceType])
  devices: readonly MadeDevice[];
}

@ObjectType('DeletedBatch')
export class DeletedBatchType {
  @Field(() => ID)
  id: string;

  @Field()
  deleted: boolean;
}

export const BatchConnection = connectionOf('BatchConnection', BatchType);
