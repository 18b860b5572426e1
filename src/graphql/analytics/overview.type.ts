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

@ObjectType('CurrencySales')
export class CurrencySalesType implements CurrencySalesView {
  @Field()
  currency: string;

  @Field(() => Int)
  orders: number;

  @Field(() => SafeInt, { description: 'After discounts.' })
  revenue: number;

  @Field(() => SafeInt)
  refunded: number;

  @Field(() => SafeInt, { description: 'After discounts and refunds.' })
  netRevenue: number;
}

@ObjectType('OverviewDevices')
export class OverviewDevicesType implements OverviewDevicesView {
  @Field(() => Int)
  total: number;

  @Field(() => Int)
  online: number;

  @Field(() => [DeviceStatusCountType])
  byStatus: readonly DeviceStatusCountView[];
}

@ObjectType('OverviewCustomers')
export class OverviewCustomersType {
  @Field(() => Int)
  total: number;
}

@ObjectType('OverviewSales', {
  description: 'Whole business days up to today; currencies without an order are left out.',
})
export class OverviewSalesType implements OverviewSalesView {
  @Field(() => [CurrencySalesType])
  today: readonly CurrencySalesView[];

  @Field(() => [CurrencySalesType])
  last7Days: readonly CurrencySalesView[];

  @Field(() => [CurrencySalesType])
  last30Days: readonly CurrencySalesView[];
}

@ObjectType('OverviewPreorders')
export class OverviewPreordersType extends PreorderCapacityType implements OverviewPreordersView {
  @Field(() => Int)
  total: number;

  @Field(() => [PreorderStatusCountType])
  byStatus: readonly PreorderStatusCountView[];
}

@ObjectType('Activity', { description: 'What was done, without who did it and to whom.' })
export class ActivityType implements ActivityView {
  @Field()
  at: Date;

  @Field({ description: 'The operation’s name.' })
  action: string;

  @Field(() => enumType('ActorType', ACTOR_TYPES))
  actorType: ActorType;

  @Field(() => String, { nullable: true })
  targetKind: string | null;
}

@ObjectType('Overview')
export class OverviewType implements OverviewView {
  @Field()
  generatedAt: Date;

  @Field()
  timezone: string;

  @Field(() => OverviewDevicesType)
  devices: OverviewDevicesView;

  @Field(() => OverviewCustomersType)
  customers: OverviewView['customers'];

  @Field(() => OverviewSalesType)
  sales: OverviewSalesView;

  @Field(() => OverviewPreordersType)
  preorders: OverviewPreordersView;

  @Field(() => [ActivityType], { description: 'Newest first.' })
  recentActivity: readonly ActivityView[];
}
