import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  type DeviceView,
  deviceActions,
  getDevice,
  getDeviceBySerial,
  listClaimCodes,
  listDeviceEvents,
  listDevices,
  listHeartbeats,
} from '../../domain/devices/index.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../schema/available-actions.ts';
import { operationField } from '../schema/operation-field.ts';
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
