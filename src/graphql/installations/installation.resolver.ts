import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import type { ReleaseView } from '../../domain/firmware/index.ts';
import {
  type InstallationView,
  installationActions,
  installationReader,
  interruptInstallation,
  reconcileInstallation,
} from '../../domain/installations/index.ts';
import { INSTALLATION_STATUSES, type InstallationStatus } from '../../model/enums.ts';
import { ReleaseRecord } from '../../model/records/release.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../available-actions.ts';
import { describeLength } from '../bounds.ts';
import type { GraphqlContext } from '../context.ts';
import { ReleaseType } from '../firmware/release.type.ts';
import { enumType } from '../input-type.ts';
import { operationField } from '../operation-field.ts';
import { selectionOf } from '../record-type.ts';
import { InstallationType } from './installation.type.ts';

export const installationFields = [
  operationField(reconcileInstallation, InstallationType),
  operationField(interruptInstallation, InstallationType),
];

@Resolver(() => InstallationType)
export class InstallationResolver {
  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() installation: InstallationView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, () => installationActions(installation));
  }
}

@Resolver(() => ReleaseType)
export class ReleaseInstallationResolver {
  @FieldResolver(() => [InstallationType], { description: ReleaseRecord.edges.installations.spec.description })
  installations(
    @Root() release: ReleaseView,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
    @Arg('first', () => Int, { nullable: true, ...describeLength('Release.installations') }) first: number | null,
    @Arg('status', () => enumType('InstallationStatus', INSTALLATION_STATUSES), {
      nullable: true,
      description: 'Only installations in this status.',
    })
    status: InstallationStatus | null,
  ) {
    const within = status ? { status: { eq: status } } : undefined;
    const window = { first, within, select: selectionOf(info) };
    return ctx.followList(ReleaseRecord, 'installations', installationReader, release.id, window);
  }
}
