import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  adminMoves,
  type DeviceView,
  getDevice,
  getDeviceBySerial,
  issueProvisioningEnvelope,
  listClaimCodes,
  listDeviceEvents,
  listDevices,
  listHeartbeats,
  resetClaim,
  setDeviceStatus,
  transferDevice,
} from '../../domain/devices/index.ts';
import { ACTIONS, type AvailableAction, AvailableActionType, actionsOf } from '../available-actions.ts';
import type { GraphqlContext } from '../context.ts';
import { operationField } from '../operation-field.ts';
import {
  ClaimCodeConnection,
  ClaimResetType,
  DeviceConnection,
  DeviceEventConnection,
  DeviceType,
  HeartbeatConnection,
  IssuedEnvelopeType,
} from './device.type.ts';

export const deviceFields = [
  operationField(listDevices, DeviceConnection),
  operationField(getDevice, DeviceType),
  operationField(getDeviceBySerial, DeviceType),
  operationField(listClaimCodes, ClaimCodeConnection),
  operationField(setDeviceStatus, DeviceType),
  operationField(resetClaim, ClaimResetType, {
    show: ({ claimCode, expiresAt, ...device }) => ({ device, claimCode, expiresAt }),
  }),
  operationField(transferDevice, DeviceType),
  operationField(issueProvisioningEnvelope, IssuedEnvelopeType),
  operationField(listDeviceEvents, DeviceEventConnection),
  operationField(listHeartbeats, HeartbeatConnection),
];

@Resolver(() => DeviceType)
export class DeviceResolver {
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
