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

  @Field({ description: 'Where the range begins.' })
  from: Date;

  @Field({ description: 'Where the range ends.' })
  to: Date;

  @Field({ description: 'The business time zone, which decides where a day begins: `Asia/Tashkent`.' })
  timezone: string;

  @Field({ description: 'The currency of all amounts; sales in others are left out.' })
  currency: string;

  @Field(() => String, { description: 'How long a bucket of the series is: `HOUR`, `DAY` or `MONTH`.' })
  grain: SalesRangeView['grain'];
}

@ObjectType()
abstract class SalesFigures implements SalesFiguresView {
  @Field(() => Int, { description: 'Sales that were not cancelled.' })
  orders: number;

  @Field(() => Int, { description: 'Devices in them.' })
  units: number;

  @Field(() => SafeInt, { description: 'Before discounts.' })
  grossRevenue: number;

  @Field(() => SafeInt, { description: 'All discounts.' })
  discount: number;

  @Field(() => SafeInt, { description: 'After discounts.' })
  revenue: number;

  @Field(() => SafeInt, { description: 'Of the same sales, whenever it went back.' })
  refunded: number;

  @Field(() => SafeInt, { description: 'After discounts and refunds.' })
  netRevenue: number;
}

@ObjectType('SalesTotals', { description: 'The figures of a whole range.' })
export class SalesTotalsType extends SalesFigures implements SalesTotalsView {
  @Field(() => Int, { description: 'Sales of the range that were cancelled; no other figure counts them.' })
  cancelledOrders: number;

  @Field(() => SafeInt, { nullable: true, description: 'Null without an order.' })
  averageOrderValue: number | null;

  @Field(() => Float, { nullable: true, description: 'The share of the revenue that went back; null without revenue.' })
  refundRate: number | null;

  @Field(() => Int, { description: 'Different customers with a sale in the range.' })
  customers: number;
}

@ObjectType('PreviousSalesTotals', { description: 'The figures of the range before.' })
export class PreviousSalesTotalsType extends SalesTotalsType implements PreviousTotalsView {
  @Field({ description: 'Where the range before begins.' })
  from: Date;

  @Field({ description: 'Where it ends, itself not included.' })
  to: Date;
}

@ObjectType('SalesBucket', { description: 'The figures of one hour, day or month.' })
export class SalesBucketType extends SalesFigures implements SalesBucketView {
  @Field({ description: 'The day it begins with in the business time zone; hours carry time and offset.' })
  date: string;

  @Field({ description: 'When it begins.' })
  start: Date;
}

@ObjectType('SalesByChannel', { description: 'The figures of one sales channel.' })
export class SalesByChannelType extends SalesFigures {
  @Field(() => enumType('SalesChannel', SALES_CHANNELS), { description: 'The channel.' })
  channel: SalesChannel;
}

@ObjectType('SalesByPaymentStatus', { description: 'The figures of one payment status.' })
export class SalesByPaymentStatusType extends SalesFigures {
  @Field(() => enumType('PaymentStatus', PAYMENT_STATUSES), { description: 'The payment status.' })
  paymentStatus: PaymentStatus;
}

@ObjectType('SalesByModel', { description: 'The figures of one device model.' })
export class SalesByModelType extends SalesFigures {
  @Field({ description: 'The model.' })
  model: string;
}

@ObjectType('SalesAnalytics', { description: 'The sales of a range in one currency; amounts in whole currency units.' })
export class SalesAnalyticsType implements SalesAnalyticsView {
  @Field(() => SalesAnalyticsRangeType, { description: 'The range, as it was understood.' })
  range: SalesRangeView;

  @Field({ description: 'When the figures were read.' })
  generatedAt: Date;

  @Field(() => SalesTotalsType, { description: 'Of the whole range.' })
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
