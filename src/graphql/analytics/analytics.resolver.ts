import { Args, Ctx, Query, Resolver } from 'type-graphql';
import {
  getOperationsAnalytics,
  getOverview,
  getPreorderAnalytics,
  getSalesAnalytics,
} from '../../domain/analytics/index.ts';
import type { GraphqlContext } from '../context.ts';
import { argsOf } from '../input-type.ts';
import { OperationsAnalyticsType } from './operations-analytics.type.ts';
import { OverviewType } from './overview.type.ts';
import { PreorderAnalyticsType } from './preorder-analytics.type.ts';
import { SalesAnalyticsType } from './sales-analytics.type.ts';

@Resolver()
export class AnalyticsResolver {
  @Query(() => OverviewType, { nullable: true })
  overview(@Ctx() ctx: GraphqlContext) {
    return ctx.run(getOverview);
  }

  @Query(() => SalesAnalyticsType, { nullable: true })
  salesAnalytics(@Ctx() ctx: GraphqlContext, @Args(() => argsOf(getSalesAnalytics)) args: object) {
    return ctx.run(getSalesAnalytics, args);
  }

  @Query(() => OperationsAnalyticsType, { nullable: true })
  operationsAnalytics(@Ctx() ctx: GraphqlContext) {
    return ctx.run(getOperationsAnalytics);
  }

  @Query(() => PreorderAnalyticsType, { nullable: true })
  preorderAnalytics(@Ctx() ctx: GraphqlContext) {
    return ctx.run(getPreorderAnalytics);
  }
}
