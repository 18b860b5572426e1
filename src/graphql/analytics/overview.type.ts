import { Field, Int, ObjectType } from 'type-graphql';
import type {
  ActivityView,
  CurrencySalesView,
  DeviceStatusCountView,
  OverviewDevicesView,
  OverviewPreordersView,
  OverviewSalesView,
  OverviewView,
  PreorderStatusCountView,
} from '../../domain/analytics/index.ts';
import { ACTOR_TYPES, type ActorType } from '../../model/enums.ts';
import { enumType } from '../input-type.ts';
import { SafeInt } from '../scalars.ts';
import { DeviceStatusCountType } from './operations-analytics.type.ts';
import { PreorderCapacityType, PreorderStatusCountType } from './preorder-analytics.type.ts';

@ObjectType('CurrencySales', { description: 'Sales in one currency; amounts in whole currency units.' })
export class CurrencySalesType implements CurrencySalesView {
  @Field({ description: 'The currency.' })
  currency: string;

  @Field(() => Int, { description: 'Sales that were not cancelled.' })
  orders: number;

  @Field(() => SafeInt, { description: 'After discounts.' })
  revenue: number;

  @Field(() => SafeInt, { description: 'Refunds of these sales, whenever they were made.' })
  refunded: number;

  @Field(() => SafeInt, { description: 'After discounts and refunds.' })
  netRevenue: number;
}

@ObjectType('OverviewDevices', { description: 'Devices, counted.' })
export class OverviewDevicesType implements OverviewDevicesView {
  @Field(() => Int, { description: 'All devices, retired ones too.' })
  total: number;

  @Field(() => Int, { description: 'Devices that are online by `onlineThresholdMinutes` of the business settings.' })
  online: number;

  @Field(() => [DeviceStatusCountType], { description: 'One entry for each status, also where it is 0.' })
  byStatus: readonly DeviceStatusCountView[];
}

@ObjectType('OverviewCustomers', { description: 'Customers, counted.' })
export class OverviewCustomersType {
  @Field(() => Int, { description: 'All customers.' })
  total: number;
}

@ObjectType('OverviewSales', {
  description: 'Whole business days up to today; currencies without an order are left out.',
})
export class OverviewSalesType implements OverviewSalesView {
  @Field(() => [CurrencySalesType], { description: 'Today.' })
  today: readonly CurrencySalesView[];

  @Field(() => [CurrencySalesType], { description: 'The last 7 days, today included.' })
  last7Days: readonly CurrencySalesView[];

  @Field(() => [CurrencySalesType], { description: 'The last 30 days, today included.' })
  last30Days: readonly CurrencySalesView[];
}

@ObjectType('OverviewPreorders', { description: 'Preorders, counted, and what is left to order.' })
export class OverviewPreordersType extends PreorderCapacityType implements OverviewPreordersView {
  @Field(() => Int, { description: 'All preorders that are not deleted.' })
  total: number;

  @Field(() => [PreorderStatusCountType], { description: 'One entry for each status, also where it is 0.' })
  byStatus: readonly PreorderStatusCountView[];
}

@ObjectType('Activity', { description: 'What was done, without who did it and to whom.' })
export class ActivityType implements ActivityView {
  @Field({ description: 'When it was done.' })
  at: Date;

  @Field({ description: 'The operation’s name.' })
  action: string;

  @Field(() => enumType('ActorType', ACTOR_TYPES), { description: 'The kind of caller that did it.' })
  actorType: ActorType;

  @Field(() => String, { nullable: true, description: 'The kind of record it was done to; null when it was none.' })
  targetKind: string | null;
}

@ObjectType('Overview', { description: 'The business at a glance.' })
export class OverviewType implements OverviewView {
  @Field({ description: 'When the figures were read.' })
  generatedAt: Date;

  @Field({ description: 'The business time zone, which decides where a day begins: `Asia/Tashkent`.' })
  timezone: string;

  @Field(() => OverviewDevicesType, { description: 'The devices.' })
  devices: OverviewDevicesView;

  @Field(() => OverviewCustomersType, { description: 'The customers.' })
  customers: OverviewView['customers'];

  @Field(() => OverviewSalesType, { description: 'The sales.' })
  sales: OverviewSalesView;

  @Field(() => OverviewPreordersType, { description: 'The preorders.' })
  preorders: OverviewPreordersView;

  @Field(() => [ActivityType], { description: 'Newest first.' })
  recentActivity: readonly ActivityView[];
}
