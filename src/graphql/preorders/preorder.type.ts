import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { PreorderSettingsView } from '../../domain/preorders/index.ts';
import { PreorderEventRecord, PreorderRecord } from '../../model/records/preorder.ts';
import { connectionOf } from '../connection.ts';
import { objectTypeOf } from '../record-type.ts';

export const PreorderType = objectTypeOf(PreorderRecord, {
  customer: ['customerId'],
  assignedAdmin: ['assignedAdminId'],
  history: ['id'],
  availableActions: ['status', 'fullPrice', 'depositAmount'],
});

export const PreorderEventType = objectTypeOf(PreorderEventRecord);

@ObjectType('PreorderSettings')
export class PreorderSettingsType implements PreorderSettingsView {
  @Field()
  preOrderEnabled: boolean;

  @Field()
  productName: string;

  @Field()
  currency: string;

  @Field(() => Int, { nullable: true, description: 'Whole currency units.' })
  fullPrice: number | null;

  @Field(() => Int, { nullable: true, description: 'Whole currency units.' })
  depositAmount: number | null;

  @Field()
  expectedDeliveryTextUz: string;

  @Field()
  expectedDeliveryTextEn: string;

  @Field()
  expectedDeliveryTextRu: string;

  @Field(() => Int)
  maxQuantityPerOrder: number;

  @Field(() => Int, { nullable: true, description: 'Null: no limit.' })
  preorderCapacity: number | null;

  @Field(() => String, { nullable: true })
  contactPhone: string | null;

  @Field(() => String, { nullable: true })
  supportTelegram: string | null;

  @Field()
  allowManualDepositConfirmation: boolean;

  @Field(() => Int, { description: 'Quantity of all preorders that are neither cancelled nor deleted.' })
  reserved: number;

  @Field(() => Int, { nullable: true, description: 'What is left of the capacity; null: no limit.' })
  remaining: number | null;

  @Field(() => Int)
  revision: number;

  @Field()
  updatedAt: Date;
}

@ObjectType('DeletedPreorder')
export class DeletedPreorderType {
  @Field(() => ID)
  id: string;

  @Field()
  deleted: boolean;
}

export const PreorderConnection = connectionOf('PreorderConnection', PreorderType);
