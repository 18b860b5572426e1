import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { RefundView, SaleView } from '../../domain/sales/index.ts';
import {
  DEVICE_DISPOSITIONS,
  type DeviceDisposition,
  PAYMENT_STATUSES,
  type PaymentStatus,
  REFUND_STATES,
  type RefundState,
  SALE_STATUSES,
  SALES_CHANNELS,
  type SaleStatus,
  type SalesChannel,
} from '../../model/enums.ts';
import { connectionOf } from '../connection.ts';
import { enumType } from '../input-type.ts';
import { SafeInt } from '../scalars.ts';

@ObjectType('Refund', { description: 'Money that went back; nobody changes it any more.' })
export class RefundType implements Omit<RefundView, 'createdBy'> {
  @Field(() => ID)
  id: string;

  @Field(() => SafeInt)
  amount: number;

  @Field()
  reason: string;

  @Field(() => enumType('DeviceDisposition', DEVICE_DISPOSITIONS), { nullable: true })
  deviceDisposition: DeviceDisposition | null;

  @Field()
  createdAt: Date;
}

@ObjectType('Sale', { description: 'One device sold to one customer. Money in whole units of `currency`.' })
export class SaleType implements Omit<SaleView, 'customer' | 'device' | 'createdBy'> {
  @Field(() => ID)
  id: string;

  @Field({ description: 'The order number: `KRV-2026-000001`.' })
  number: string;

  @Field(() => enumType('SaleStatus', SALE_STATUSES), { description: 'Follows from payment, claim, refunds, cancel.' })
  status: SaleStatus;

  @Field(() => enumType('PaymentStatus', PAYMENT_STATUSES))
  paymentStatus: PaymentStatus;

  @Field(() => enumType('RefundState', REFUND_STATES))
  refundState: RefundState;

  @Field(() => SafeInt)
  unitPrice: number;

  @Field(() => SafeInt)
  discount: number;

  @Field(() => SafeInt, { description: '`unitPrice` less `discount`.' })
  total: number;

  @Field(() => SafeInt)
  refundedTotal: number;

  @Field(() => SafeInt, {
    description: 'The most that can go back now. What was paid of a PARTIAL sale is not known: its total counts.',
  })
  refundable: number;

  @Field()
  currency: string;

  @Field(() => enumType('SalesChannel', SALES_CHANNELS))
  salesChannel: SalesChannel;

  @Field()
  soldAt: Date;

  @Field(() => String, { nullable: true })
  notes: string | null;

  @Field(() => Date, { nullable: true })
  cancelledAt: Date | null;

  @Field(() => String, { nullable: true })
  cancelReason: string | null;

  @Field(() => Date, { nullable: true, description: 'When the device was claimed under this sale.' })
  claimedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When the device left this sale, to be sold again.' })
  deviceReleasedAt: Date | null;

  @Field(() => Int)
  revision: number;

  @Field()
  createdAt: Date;

  @Field()
  updatedAt: Date;
}

export const SaleConnection = connectionOf('SaleConnection', SaleType);
