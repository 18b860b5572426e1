import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql';
import type { DeviceView } from '../../domain/devices/index.ts';
import type { ReleaseView } from '../../domain/firmware/index.ts';
import {
  type InstallationView,
  interruptInstallation,
  mayInterrupt,
  mayReconcile,
  reconcileInstallation,
} from '../../domain/installations/index.ts';
import { INSTALLATION_STATUSES, type InstallationStatus } from '../../model/enums.ts';
import { ACTIONS, type AvailableAction, AvailableActionType, actionsOf } from '../available-actions.ts';
import { First } from '../bounds.ts';
import type { GraphqlContext } from '../context.ts';
import { devices } from '../devices/device.loaders.ts';
import { DeviceType } from '../devices/device.type.ts';
import { releases } from '../firmware/release.loaders.ts';
import { ReleaseType } from '../firmware/release.type.ts';
import { enumType, inputOf } from '../input-type.ts';
import { installationEvents, installationsOfDevices, installationsOfReleases } from './installation.loaders.ts';
import { InstallationEventType, InstallationType } from './installation.type.ts';

@Resolver(() => InstallationType)
export class InstallationResolver {
  @Mutation(() => InstallationType, { nullable: true })
  reconcileInstallation(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(reconcileInstallation)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(reconcileInstallation, input, id, expectedRevision);
  }

  @Mutation(() => InstallationType, { nullable: true })
  interruptInstallation(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(interruptInstallation)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(interruptInstallation, input, id, expectedRevision);
  }

  @FieldResolver(() => ID, { description: 'The id of the device.' })
  deviceId(@Root() installation: InstallationView): string {
    return installation.device.id;
  }

  @FieldResolver(() => String, { description: 'The serial of the device.' })
  serial(@Root() installation: InstallationView): string {
    return installation.device.serial;
  }

  @FieldResolver(() => DeviceType, { nullable: true, description: 'The device.' })
  device(@Root() installation: InstallationView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(devices, installation.device.id);
  }

  @FieldResolver(() => ID, { description: 'The id of the release.' })
  releaseId(@Root() installation: InstallationView): string {
    return installation.release.id;
  }

  @FieldResolver(() => String, { description: 'The version of the release.' })
  version(@Root() installation: InstallationView): string {
    return installation.release.version;
  }

  @FieldResolver(() => ReleaseType, { nullable: true, description: 'The release.' })
  release(@Root() installation: InstallationView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(releases, installation.release.id);
  }

  @FieldResolver(() => [InstallationEventType], { description: 'The latest history, newest first.' })
  events(
    @Root() installation: InstallationView,
    @Ctx() ctx: GraphqlContext,
    @First('Installation.events') first: number | null,
  ) {
    return ctx.loadList('Installation.events', installationEvents, installation.id, { first });
  }

  @FieldResolver(() => [AvailableActionType], ACTIONS)
  async availableActions(
    @Root() installation: InstallationView,
    @Ctx() ctx: GraphqlContext,
  ): Promise<AvailableAction[]> {
    const { role } = await ctx.admin();
    return [
      ...actionsOf(role, reconcileInstallation, mayReconcile(installation) ? ['SUCCESS'] : []),
      ...actionsOf(role, interruptInstallation, mayInterrupt(installation) ? ['FAILED'] : []),
    ];
  }
}

@Resolver(() => DeviceType)
export class DeviceInstallationResolver {
  @FieldResolver(() => [InstallationType], { description: 'The newest first.' })
  installations(
    @Root() device: DeviceView,
    @Ctx() ctx: GraphqlContext,
    @First('Device.installations') first: number | null,
  ) {
    return ctx.loadList('Device.installations', installationsOfDevices, device.id, { first });
  }
}

@Resolver(() => ReleaseType)
export class ReleaseInstallationResolver {
  @FieldResolver(() => [InstallationType], {
    description: 'The newest first; of one status where one is given. How many there are is in `stats`.',
  })
  installations(
    @Root() release: ReleaseView,
    @Ctx() ctx: GraphqlContext,
    @First('Release.installations') first: number | null,
    @Arg('status', () => enumType('InstallationStatus', INSTALLATION_STATUSES), {
      nullable: true,
      description: 'Only installations in this status.',
    })
    status: InstallationStatus | null,
  ) {
    return ctx.loadList('Release.installations', installationsOfReleases, release.id, {
      status: status ?? null,
      first,
    });
  }
}
