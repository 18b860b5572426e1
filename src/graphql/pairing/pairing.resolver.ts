import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql';
import type { DeviceView } from '../../domain/devices/index.ts';
import { issueMaintenanceGrant } from '../../domain/firmware/index.ts';
import { First } from '../bounds.ts';
import type { GraphqlContext } from '../context.ts';
import { DeviceType } from '../devices/device.type.ts';
import { inputOf } from '../input-type.ts';
import { deviceGrants, devicePairings } from './pairing.loaders.ts';
import { IssuedGrantType, MaintenanceGrantType, PairingType } from './pairing.type.ts';

@Resolver(() => DeviceType)
export class DevicePairingResolver {
  @FieldResolver(() => [PairingType], { description: 'The newest pairings, ended ones too.' })
  pairings(@Root() device: DeviceView, @Ctx() ctx: GraphqlContext, @First('Device.pairings') first: number | null) {
    return ctx.loadList('Device.pairings', devicePairings, device.id, { first });
  }

  @FieldResolver(() => [MaintenanceGrantType], { description: 'The newest grants.' })
  maintenanceGrants(
    @Root() device: DeviceView,
    @Ctx() ctx: GraphqlContext,
    @First('Device.maintenanceGrants') first: number | null,
  ) {
    return ctx.loadList('Device.maintenanceGrants', deviceGrants, device.id, { first });
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
