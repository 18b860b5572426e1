import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  adminMoves,
  type DeviceView,
  getDevice,
  issueProvisioningEnvelope,
  listClaimCodes,
  listDevices,
  resetClaim,
  setDeviceStatus,
  transferDevice,
} from '../../domain/devices/index.ts';
import { ACTIONS, type AvailableAction, AvailableActionType, actionsOf } from '../available-actions.ts';
import { First } from '../bounds.ts';
import type { GraphqlContext } from '../context.ts';
import { customers } from '../customers/customer.loaders.ts';
import { CustomerType } from '../customers/customer.type.ts';
import { argsOf, inputOf } from '../input-type.ts';
import { batches } from '../inventory/batch.loaders.ts';
import { BatchType } from '../inventory/batch.type.ts';
import { deviceCodes, deviceEvents } from './device.loaders.ts';
import {
  ClaimCodeConnection,
  ClaimResetType,
  DeviceCodeType,
  DeviceConnection,
  DeviceEventType,
  DeviceType,
  IssuedEnvelopeType,
} from './device.type.ts';

@Resolver(() => DeviceType)
export class DeviceResolver {
  @Query(() => DeviceConnection, { nullable: true })
  devices(@Ctx() ctx: GraphqlContext, @Info() info: GraphQLResolveInfo, @Args(() => argsOf(listDevices)) args: object) {
    return ctx.list(listDevices, args, info);
  }

  @Query(() => DeviceType, { nullable: true })
  device(@Ctx() ctx: GraphqlContext, @Arg('id', () => ID) id: string) {
    return ctx.run(getDevice, {}, id);
  }

  @Query(() => ClaimCodeConnection, { nullable: true })
  claimCodes(
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => argsOf(listClaimCodes)) args: object,
  ) {
    return ctx.list(listClaimCodes, args, info);
  }

  @Mutation(() => DeviceType, { nullable: true })
  setDeviceStatus(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(setDeviceStatus)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(setDeviceStatus, input, id, expectedRevision);
  }

  @Mutation(() => ClaimResetType, { nullable: true })
  async resetClaim(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(resetClaim)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ): Promise<ClaimResetType> {
    const { claimCode, expiresAt, ...device } = await ctx.run(resetClaim, input, id, expectedRevision);
    return { device, claimCode, expiresAt };
  }

  @Mutation(() => DeviceType, { nullable: true })
  transferDevice(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(transferDevice)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(transferDevice, input, id, expectedRevision);
  }

  @Mutation(() => IssuedEnvelopeType, { nullable: true })
  issueProvisioningEnvelope(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(issueProvisioningEnvelope)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(issueProvisioningEnvelope, input, id, expectedRevision);
  }

  @FieldResolver(() => String, { description: 'The code of the batch that the device was made with.' })
  batchCode(@Root() device: DeviceView): string {
    return device.batch.code;
  }

  @FieldResolver(() => BatchType, { nullable: true, description: 'The batch that the device was made with.' })
  batch(@Root() device: DeviceView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(batches, device.batch.id);
  }

  @FieldResolver(() => CustomerType, {
    nullable: true,
    description: 'The customer who owns the device; null when nobody does.',
  })
  owner(@Root() device: DeviceView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(customers, device.ownerId);
  }

  @FieldResolver(() => DeviceCodeType, { nullable: true, description: 'The current code, masked.' })
  claimCode(@Root() device: DeviceView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(deviceCodes, device.id);
  }

  @FieldResolver(() => [DeviceEventType], { description: 'The latest history, newest first.' })
  events(@Root() device: DeviceView, @Ctx() ctx: GraphqlContext, @First('Device.events') first: number | null) {
    return ctx.loadList('Device.events', deviceEvents, device.id, { first });
  }

  @FieldResolver(() => [AvailableActionType], ACTIONS)
  async availableActions(@Root() device: DeviceView, @Ctx() ctx: GraphqlContext): Promise<AvailableAction[]> {
    const { role } = await ctx.admin();
    return actionsOf(
      role,
      setDeviceStatus,
      adminMoves(device, role).map(({ to }) => to),
    );
  }
}
