import { Field, ID, ObjectType } from 'type-graphql';
import type { BatchView, MadeDevice } from '../../domain/inventory/index.ts';
import { BatchRecord } from '../../model/records/batch.ts';
import { connectionOf } from '../connection.ts';
import { objectTypeOf } from '../record-type.ts';

export const BatchType = objectTypeOf(BatchRecord, {
  devices: ['deviceCount'],
  availableActions: ['status', 'deviceCount', 'provisionedAt'],
});

@ObjectType('MadeDevice', { description: 'A device that was just created, with what goes on its label.' })
export class MadeDeviceType implements MadeDevice {
  @Field(() => ID, { description: 'The id of the device.' })
  id: string;

  @Field({ description: 'The serial of the device.' })
  serial: string;

  @Field({ description: 'The claim code; no other response shows it.' })
  claimCode: string;

  @Field({ description: 'The hardware revision of the device.' })
  hardwareRevision: string;

  @Field({ description: 'What the QR code on the label says.' })
  qr: string;
}

@ObjectType('ProvisionedBatch', { description: 'A batch whose devices were just created.' })
export class ProvisionedBatchType {
  @Field(() => BatchType, { description: 'The batch, COMPLETED.' })
  batch: BatchView;

  @Field(() => [MadeDeviceType], { description: 'Its devices, by their place in the batch.' })
  devices: readonly MadeDevice[];
}

@ObjectType('DeletedBatch', { description: 'The result of a deleted batch.' })
export class DeletedBatchType {
  @Field(() => ID, { description: 'The id that the batch had.' })
  id: string;

  @Field({ description: 'Always true.' })
  deleted: boolean;
}

export const BatchConnection = connectionOf('BatchConnection', BatchType);
