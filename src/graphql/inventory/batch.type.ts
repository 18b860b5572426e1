import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { BatchView, MadeDevice } from '../../domain/inventory/index.ts';
import { BATCH_STATUSES, type BatchStatus } from '../../model/enums.ts';
import { connectionOf } from '../connection.ts';
import { enumType } from '../input-type.ts';

@ObjectType('Batch')
export class BatchType implements Omit<BatchView, 'createdBy'> {
  @Field(() => ID)
  id: string;

  @Field()
  code: string;

  @Field()
  model: string;

  @Field()
  hardwareRevision: string;

  @Field(() => Int)
  quantity: number;

  @Field(() => String, { nullable: true })
  notes: string | null;

  @Field(() => String, { nullable: true })
  source: string | null;

  @Field(() => enumType('BatchStatus', BATCH_STATUSES))
  status: BatchStatus;

  @Field(() => Int, { description: 'Devices made so far: none or `quantity`.' })
  deviceCount: number;

  @Field(() => Date, { nullable: true })
  provisionedAt: Date | null;

  @Field(() => Date, { nullable: true })
  archivedAt: Date | null;

  @Field(() => Int)
  revision: number;

  @Field()
  createdAt: Date;

  @Field()
  updatedAt: Date;
}

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
