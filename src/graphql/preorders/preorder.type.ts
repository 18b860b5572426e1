import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { PreorderEventView, PreorderSettingsView, PreorderView } from '../../domain/preorders/index.ts';
import {
  LOCALES,
  type Locale,
  PAYMENT_METHODS,
  type PaymentMethod,
  PREORDER_STATUSES,
  PRODUCT_COLORS,
  type PreorderStatus,
  type ProductColor,
} from '../../model/enums.ts';
import { connectionOf } from '../connection.ts';
import { enumType } from '../input-type.ts';

@ObjectType('Preorder')
export class PreorderType implements PreorderView {
  @Field(() => ID)
  id: string;

  @Field()
  number: string;

  @Field(() => enumType('PreorderStatus', PREORDER_STATUSES))
  status: PreorderStatus;

  @Field(() => ID, { nullable: true })
  customerId: string | null;

  @Field(() => String, { nullable: true })
  fullName: string | null;

  @Field(() => String, { nullable: true })
  phone: string | null;

  @Field(() => String, { nullable: true })
  email: string | null;

  @Field(() => String, { nullable: true })
  region: string | null;

  @Field(() => String, { nullable: true })
  city: string | null;

  @Field(() => String, { nullable: true, description: 'Without its @.' })
  telegramUsername: string | null;

  @Field(() => String, { nullable: true, description: 'The customer’s own.' })
  note: string | null;

  @Field(() => enumType('ProductColor', PRODUCT_COLORS), { nullable: true })
  productColor: ProductColor | null;

  @Field(() => enumType('PaymentMethod', PAYMENT_METHODS), { nullable: true })
  paymentMethod: PaymentMethod | null;

  @Field(() => Int)
  quantity: number;

  @Field(() => enumType('Locale', LOCALES))
  locale: Locale;

  @Field(() => String, { nullable: true })
  utmSource: string | null;

  @Field(() => String, { nullable: true })
  utmMedium: string | null;

  @Field(() => String, { nullable: true })
  utmCampaign: string | null;

  @Field(() => String, { nullable: true })
  utmContent: string | null;

  @Field(() => String, { nullable: true })
  utmTerm: string | null;

  @Field(() => String, { nullable: true })
  referrer: string | null;

  @Field()
  productName: string;

  @Field()
  currency: string;

  @Field(() => Int, { nullable: true, description: 'As promised with the order; whole currency units.' })
  fullPrice: number | null;

  @Field(() => Int, { nullable: true, description: 'As promised with the order; whole currency units.' })
  depositAmount: number | null;

  @Field(() => ID, { nullable: true })
  assignedAdminId: string | null;

  @Field(() => Date, { nullable: true })
  firstContactedAt: Date | null;

  @Field(() => Date, { nullable: true })
  depositPaidAt: Date | null;

  @Field(() => Date, { nullable: true })
  fulfilledAt: Date | null;

  @Field(() => Date, { nullable: true })
  cancelledAt: Date | null;

  @Field({ description: 'Cancelled after a deposit was paid: money has to go back.' })
  refundDue: boolean;

  @Field(() => Int)
  revision: number;

  @Field()
  createdAt: Date;

  @Field()
  updatedAt: Date;
}

@ObjectType('PreorderEvent')
export class PreorderEventType implements PreorderEventView {
  @Field(() => ID)
  id: string;

  @Field()
  at: Date;

  @Field(() => enumType('PreorderStatus', PREORDER_STATUSES), {
    nullable: true,
    description: 'Null: the order itself.',
  })
  fromStatus: PreorderStatus | null;

  @Field(() => enumType('PreorderStatus', PREORDER_STATUSES))
  toStatus: PreorderStatus;

  @Field({ description: 'One step back.' })
  correction: boolean;

  @Field(() => String, { nullable: true })
  note: string | null;

  @Field(() => ID, { nullable: true })
  fromAdminId: string | null;

  @Field(() => ID, { nullable: true })
  toAdminId: string | null;

  @Field(() => ID, { nullable: true, description: 'Null: the public site.' })
  actorId: string | null;
}

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
