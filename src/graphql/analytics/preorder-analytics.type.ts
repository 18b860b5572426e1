import { Field, Float, Int, ObjectType } from 'type-graphql';
import type {
  ConversionView,
  PreorderAnalyticsView,
  PreorderCapacityView,
  PreorderColorCountView,
  PreorderFunnelView,
  PreorderRegionCountView,
  PreorderRevenueView,
  PreorderStatusCountView,
} from '../../domain/analytics/index.ts';
import {
  LOCALES,
  type Locale,
  PREORDER_STATUSES,
  PRODUCT_COLORS,
  type PreorderStatus,
  type ProductColor,
} from '../../model/enums.ts';
import { enumType } from '../input-type.ts';
import { SafeInt } from '../scalars.ts';

@ObjectType()
abstract class Conversion implements ConversionView {
  @Field(() => Int, { description: 'Visitors, each once a business day.' })
  uniqueViews: number;

  @Field(() => Int)
  preorders: number;

  @Field(() => Int, { description: 'Devices in them.' })
  quantity: number;

  @Field(() => Float, { nullable: true, description: 'Preorders by unique views; null without views.' })
  conversion: number | null;
}

@ObjectType('PreorderStatusCount')
export class PreorderStatusCountType implements PreorderStatusCountView {
  @Field(() => enumType('PreorderStatus', PREORDER_STATUSES))
  status: PreorderStatus;

  @Field(() => Int)
  count: number;
}

@ObjectType('PreorderFunnel')
export class PreorderFunnelType extends Conversion implements PreorderFunnelView {
  @Field(() => [PreorderStatusCountType])
  byStatus: readonly PreorderStatusCountView[];
}

@ObjectType('PreordersBySource')
export class PreordersBySourceType extends Conversion {
  @Field(() => String, { nullable: true, description: 'utm_source; null is who came without one.' })
  source: string | null;
}

@ObjectType('PreordersByLocale')
export class PreordersByLocaleType extends Conversion {
  @Field(() => enumType('Locale', LOCALES))
  locale: Locale;
}

@ObjectType('PreordersByColor')
export class PreordersByColorType implements PreorderColorCountView {
  @Field(() => enumType('ProductColor', PRODUCT_COLORS), { nullable: true })
  color: ProductColor | null;

  @Field(() => Int)
  preorders: number;

  @Field(() => Int)
  quantity: number;
}

@ObjectType('PreordersByRegion')
export class PreordersByRegionType implements PreorderRegionCountView {
  @Field(() => String, { nullable: true })
  region: string | null;

  @Field(() => Int)
  preorders: number;

  @Field(() => Int)
  quantity: number;
}

@ObjectType('PreorderCapacity')
export class PreorderCapacityType implements PreorderCapacityView {
  @Field(() => Int, { nullable: true, description: 'Null: no limit.' })
  capacity: number | null;

  @Field(() => Int)
  reserved: number;

  @Field(() => Int, { nullable: true })
  remaining: number | null;
}

@ObjectType('PreorderRevenue')
export class PreorderRevenueType implements PreorderRevenueView {
  @Field()
  currency: string;

  @Field(() => SafeInt, { description: 'Of preorders that are neither fulfilled nor cancelled.' })
  expected: number;

  @Field(() => SafeInt)
  fulfilled: number;
}

@ObjectType('PreorderAnalytics')
export class PreorderAnalyticsType implements PreorderAnalyticsView {
  @Field()
  generatedAt: Date;

  @Field(() => PreorderFunnelType)
  funnel: PreorderFunnelView;

  @Field(() => [PreordersBySourceType], { description: 'Most preorders first.' })
  bySource: PreorderAnalyticsView['bySource'];

  @Field(() => [PreordersByLocaleType], { description: 'Most preorders first.' })
  byLocale: PreorderAnalyticsView['byLocale'];

  @Field(() => [PreordersByColorType], { description: 'Most preorders first.' })
  byColor: readonly PreorderColorCountView[];

  @Field(() => [PreordersByRegionType], { description: 'The first hundred, most preorders first.' })
  byRegion: readonly PreorderRegionCountView[];

  @Field(() => PreorderCapacityType)
  capacity: PreorderCapacityView;

  @Field(() => [PreorderRevenueType])
  revenue: readonly PreorderRevenueView[];
}
