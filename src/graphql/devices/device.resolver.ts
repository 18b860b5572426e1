import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  type DeviceView,
  deviceActions,
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
import { ClaimResetRecord, IssuedEnvelopeRecord } from '../../model/records/device.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../schema/available-actions.ts';
import { operationField } from '../schema/operation-field.ts';
import { objectTypeOf } from '../schema/record-type.ts';
import {
  ClaimCodeConnection,
  DeviceConnection,
  DeviceEventConnection,
  DeviceType,
  HeartbeatConnection,
} from './device.type.ts';

export const deviceFields = [
  operationField(listDevices, DeviceConnection),
  operationField(getDevice, DeviceType),
  operationField(getDeviceBySerial, DeviceType),
  operationField(listClaimCodes, ClaimCodeConnection),
  operationField(setDeviceStatus, DeviceType),
  operationField(resetClaim, objectTypeOf(ClaimResetRecord), {
    show: ({ claimCode, expiresAt, ...device }) => ({ device, claimCode, expiresAt }),
  }),
  operationField(transferDevice, DeviceType),
  operationField(issueProvisioningEnvelope, objectTypeOf(IssuedEnvelopeRecord)),
  operationField(listDeviceEvents, DeviceEventConnection),
  operationField(listHeartbeats, HeartbeatConnection),
];

@Resolver(() => DeviceType)
export class DeviceResolver {
  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() device: DeviceView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, (viewer) => deviceActions(device, viewer));
  }
}
