import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { getSettings, updateBusinessSettings, updateSystemSettings } from '../../domain/settings/index.ts';
import type { GraphqlContext } from '../context.ts';
import { inputOf } from '../input-type.ts';
import { BusinessSettingsType, SettingsType, SystemSettingsType } from './settings.type.ts';

@Resolver()
export class SettingsResolver {
  @Query(() => SettingsType, { nullable: true })
  settings(@Ctx() ctx: GraphqlContext) {
    return ctx.run(getSettings);
  }

  @Mutation(() => SystemSettingsType, { nullable: true })
  updateSystemSettings(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => inputOf(updateSystemSettings)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(updateSystemSettings, input, undefined, expectedRevision);
  }

  @Mutation(() => BusinessSettingsType, { nullable: true })
  updateBusinessSettings(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => inputOf(updateBusinessSettings)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(updateBusinessSettings, input, undefined, expectedRevision);
  }
}
