import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  getRelease,
  listPackageDevices,
  listReleases,
  type ReleaseView,
  releaseMoves,
  setReleaseLifecycle,
} from '../../domain/firmware/index.ts';
import { ACTIONS, type AvailableAction, AvailableActionType, actionsOf } from '../available-actions.ts';
import { First } from '../bounds.ts';
import type { GraphqlContext } from '../context.ts';
import { devices } from '../devices/device.loaders.ts';
import { DeviceType } from '../devices/device.type.ts';
import { argsOf, inputOf } from '../input-type.ts';
import { releaseEvents, releaseStats } from './release.loaders.ts';
import {
  PackageDeviceConnection,
  ReleaseConnection,
  ReleaseEventType,
  ReleaseStatsType,
  ReleaseType,
} from './release.type.ts';

@Resolver(() => ReleaseType)
export class ReleaseResolver {
  @Query(() => ReleaseConnection, { nullable: true })
  releases(
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => argsOf(listReleases)) args: object,
  ) {
    return ctx.list(listReleases, args, info);
  }

  @Query(() => ReleaseType, { nullable: true })
  release(@Ctx() ctx: GraphqlContext, @Arg('id', () => ID) id: string) {
    return ctx.run(getRelease, {}, id);
  }

  @Query(() => PackageDeviceConnection, { nullable: true })
  packageDevices(
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => argsOf(listPackageDevices)) args: object,
  ) {
    return ctx.list(listPackageDevices, args, info);
  }

  @Mutation(() => ReleaseType, { nullable: true })
  setReleaseLifecycle(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(setReleaseLifecycle)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(setReleaseLifecycle, input, id, expectedRevision);
  }

  @FieldResolver(() => DeviceType, { nullable: true, description: 'The only device of an INTERNAL release.' })
  targetDevice(@Root() release: ReleaseView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(devices, release.targetDeviceId);
  }

  @FieldResolver(() => [ReleaseEventType], { description: 'The latest history, newest first.' })
  events(@Root() release: ReleaseView, @Ctx() ctx: GraphqlContext, @First('Release.events') first: number | null) {
    return ctx.loadList('Release.events', releaseEvents, release.id, { first });
  }

  @FieldResolver(() => ReleaseStatsType, { nullable: true, description: 'How the installations of the release went.' })
  stats(@Root() release: ReleaseView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(releaseStats, release.id);
  }

  @FieldResolver(() => [AvailableActionType], ACTIONS)
  async availableActions(@Root() release: ReleaseView, @Ctx() ctx: GraphqlContext): Promise<AvailableAction[]> {
    const { role } = await ctx.admin();
    return actionsOf(role, setReleaseLifecycle, releaseMoves(release.lifecycle));
  }
}
