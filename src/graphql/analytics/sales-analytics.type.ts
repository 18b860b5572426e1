import { Field, Float, Int, ObjectType } from 'type-graphql';
import type {
  PreviousTotalsView,
  SalesAnalyticsView,
  SalesBucketView,
  SalesFiguresView,
  SalesRangeView,
  SalesTotalsView,
} from '../../domain/analytics/index.ts';
import { PAYMENT_STATUSES, type PaymentStatus, SALES_CHANNELS, type SalesChannel } from '../../model/enums.ts';
import { enumType } from '../input-type.ts';
import { SafeInt } from '../scalars.ts';

@ObjectType('SalesAnalyticsRange', { description: '`from` is in it, `to` is not.' })
export class SalesAnalyticsRangeType implements SalesRangeView {
  @Field(() => String, { description: '`today`, `7d`, `30d`, `90d`, `year` or `custom`.' })
  preset: SalesRangeView['preset'];

  @Field()
  from: Date;

  @Field()
  to: Date;

  @Field()
  timezone: string;

  @Field()
  currency: string;

  @Field(() => String, { description: 'How long a bucket of the series is: `HOUR`, `DAY` or `MONTH`.' })
  grain: SalesRangeView['grain'];
}

@ObjectType()
abstract class SalesFigures implements SalesFiguresView {
  @Field(() => Int)
  orders: number;

  @Field(() => Int)
  units: number;

  @Field(() => SafeInt, { description: 'Before discounts.' })
  grossRevenue: number;

  @Field(() => SafeInt)
  discount: number;

  @Field(() => SafeInt, { description: 'After discounts.' })
  revenue: number;

  @Field(() => SafeInt, { description: 'Of the same sales, whenever it went back.' })
  refunded: number;

  @Field(() => SafeInt, { description: 'After discounts and refunds.' })
  netRevenue: number;
}

@ObjectType('SalesTotals')
export class SalesTotalsType extends SalesFigures implements SalesTotalsView {
  @Field(() => Int)
  cancelledOrders: number;

  @Field(() => SafeInt, { nullable: true, description: 'Null without an order.' })
  averageOrderValue: number | null;

  @Field(() => Float, { nullable: true, description: 'The share of the revenue that went back; null without revenue.' })
  refundRate: number | null;

  @Field(() => Int)
  customers: number;
}

@ObjectType('PreviousSalesTotals')
export class PreviousSalesTotalsType extends SalesTotalsType implements PreviousTotalsView {
  @Field()
  from: Date;

  @Field()
  to: Date;
}

@ObjectType('SalesBucket')
export class SalesBucketType extends SalesFigures implements SalesBucketView {
  @Field({ description: 'The day it begins with in the business time zone; hours carry time and offset.' })
  date: string;

  @Field()
  start: Date;
}

@ObjectType('SalesByChannel')
export class SalesByChannelType extends SalesFigures {
  @Field(() => enumType('SalesChannel', SALES_CHANNELS))
  channel: SalesChannel;
}

@ObjectType('SalesByPaymentStatus')
export class SalesByPaymentStatusType extends SalesFigures {
  @Field(() => enumType('PaymentStatus', PAYMENT_STATUSES))
  paymentStatus: PaymentStatus;
}

@ObjectType('SalesByModel')
export class SalesByModelType extends SalesFigures {
  @Field()
  model: string;
}

@ObjectType('SalesAnalytics')
export class SalesAnalyticsType implements SalesAnalyticsView {
  @Field(() => SalesAnalyticsRangeType)
  range: SalesRangeView;

  @Field()
  generatedAt: Date;

  @Field(() => SalesTotalsType)
  totals: SalesTotalsView;

  @Field(() => PreviousSalesTotalsType, { description: 'Of the range before, as long as this one.' })
  previous: PreviousTotalsView;

  @Field(() => [SalesBucketType], { description: 'In the order of time, without gaps.' })
  series: readonly SalesBucketView[];

  @Field(() => [SalesByChannelType], { description: 'Those with orders, most revenue first.' })
  byChannel: SalesAnalyticsView['byChannel'];

  @Field(() => [SalesByPaymentStatusType], { description: 'Those with orders, most revenue first.' })
  byPaymentStatus: SalesAnalyticsView['byPaymentStatus'];

  @Field(() => [SalesByModelType], { description: 'The first hundred with orders, most revenue first.' })
  byModel: SalesAnalyticsView['byModel'];
}
