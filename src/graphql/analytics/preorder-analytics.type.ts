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

  @Field(() => Int, { description: 'Preorders, cancelled ones too.' })
  preorders: number;

  @Field(() => Int, { description: 'Devices in them.' })
  quantity: number;

  @Field(() => Float, { nullable: true, description: 'Preorders by unique views; null without views.' })
  conversion: number | null;
}

@ObjectType('PreorderStatusCount', { description: 'The number of preorders in one status.' })
export class PreorderStatusCountType implements PreorderStatusCountView {
  @Field(() => enumType('PreorderStatus', PREORDER_STATUSES), { description: 'The status.' })
  status: PreorderStatus;

  @Field(() => Int, { description: 'The preorders in it.' })
  count: number;
}

@ObjectType('PreorderFunnel', { description: 'From visits of the preorder page to preorders.' })
export class PreorderFunnelType extends Conversion implements PreorderFunnelView {
  @Field(() => [PreorderStatusCountType], { description: 'One entry for each status, also where it is 0.' })
  byStatus: readonly PreorderStatusCountView[];
}

@ObjectType('PreordersBySource', { description: 'Visits and preorders of one campaign source.' })
export class PreordersBySourceType extends Conversion {
  @Field(() => String, { nullable: true, description: 'utm_source; null is who came without one.' })
  source: string | null;
}

@ObjectType('PreordersByLocale', { description: 'Visits and preorders in one language.' })
export class PreordersByLocaleType extends Conversion {
  @Field(() => enumType('Locale', LOCALES), { description: 'The language.' })
  locale: Locale;
}

@ObjectType('PreordersByColor', { description: 'Preorders of one colour.' })
export class PreordersByColorType implements PreorderColorCountView {
  @Field(() => enumType('ProductColor', PRODUCT_COLORS), {
    nullable: true,
    description: 'The colour; null when none was chosen.',
  })
  color: ProductColor | null;

  @Field(() => Int, { description: 'Preorders, cancelled ones too.' })
  preorders: number;

  @Field(() => Int, { description: 'Devices in them.' })
  quantity: number;
}

@ObjectType('PreordersByRegion', { description: 'Preorders of one region.' })
export class PreordersByRegionType implements PreorderRegionCountView {
  @Field(() => String, { nullable: true, description: 'The region; null when it is not known.' })
  region: string | null;

  @Field(() => Int, { description: 'Preorders, cancelled ones too.' })
  preorders: number;

  @Field(() => Int, { description: 'Devices in them.' })
  quantity: number;
}

@ObjectType('PreorderCapacity', { description: 'How many devices can still be preordered.' })
export class PreorderCapacityType implements PreorderCapacityView {
  @Field(() => Int, { nullable: true, description: 'Null: no limit.' })
  capacity: number | null;

  @Field(() => Int, { description: 'The devices of all preorders that are neither cancelled nor deleted.' })
  reserved: number;

  @Field(() => Int, { nullable: true, description: 'What is left of the capacity; null: no limit.' })
  remaining: number | null;
}

@ObjectType('PreorderRevenue', { description: 'What preorders bring in one currency.' })
export class PreorderRevenueType implements PreorderRevenueView {
  @Field({ description: 'The currency of both amounts.' })
  currency: string;

  @Field(() => SafeInt, { description: 'Of preorders that are neither fulfilled nor cancelled.' })
  expected: number;

  @Field(() => SafeInt, { description: 'Of fulfilled preorders, in whole currency units.' })
  fulfilled: number;
}

@ObjectType('PreorderAnalytics', { description: 'All preorders that are not deleted, counted.' })
export class PreorderAnalyticsType implements PreorderAnalyticsView {
  @Field({ description: 'When the figures were read.' })
  generatedAt: Date;

  @Field(() => PreorderFunnelType, { description: 'All visits and preorders.' })
  funnel: PreorderFunnelView;

  @Field(() => [PreordersBySourceType], { description: 'Most preorders first.' })
  bySource: PreorderAnalyticsView['bySource'];

  @Field(() => [PreordersByLocaleType], { description: 'Most preorders first.' })
  byLocale: PreorderAnalyticsView['byLocale'];

  @Field(() => [PreordersByColorType], { description: 'Most preorders first.' })
  byColor: readonly PreorderColorCountView[];

  @Field(() => [PreordersByRegionType], { description: 'The first hundred, most preorders first.' })
  byRegion: readonly PreorderRegionCountView[];

  @Field(() => PreorderCapacityType, { description: 'How many devices can still be preordered.' })
  capacity: PreorderCapacityView;

  @Field(() => [PreorderRevenueType], { description: 'One entry for each currency.' })
  revenue: readonly PreorderRevenueView[];
}
