import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql';
import type { DeviceView } from '../../domain/devices/index.ts';
import { issueMaintenanceGrant } from '../../domain/firmware/index.ts';
import type { GraphqlContext } from '../context.ts';
import { DeviceType } from '../devices/device.type.ts';
import { inputOf } from '../input-type.ts';
import { deviceGrants, devicePairings } from './pairing.loaders.ts';
import { IssuedGrantType, MaintenanceGrantType, PairingType } from './pairing.type.ts';

@Resolver(() => DeviceType)
export class DevicePairingResolver {
  @FieldResolver(() => [PairingType], { description: 'The newest pairings, ended ones too.' })
  async pairings(@Root() device: DeviceView, @Ctx() ctx: GraphqlContext) {
    return (await ctx.load(devicePairings, device.id)) ?? [];
  }

  @FieldResolver(() => [MaintenanceGrantType], { description: 'The newest grants.' })
  async maintenanceGrants(@Root() device: DeviceView, @Ctx() ctx: GraphqlContext) {
    return (await ctx.load(deviceGrants, device.id)) ?? [];
  }

  @Mutation(() => IssuedGrantType, { nullable: true })
  issueMaintenanceGrant(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID, { description: 'The release that the board runs.' }) id: string,
    @Arg('input', () => inputOf(issueMaintenanceGrant)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(issueMaintenanceGrant, input, id, expectedRevision);
  }
}
