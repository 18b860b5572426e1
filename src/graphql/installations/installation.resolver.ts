import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { type InstallationView, installationActions, listInstallations } from '../../domain/installations/index.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../schema/available-actions.ts';
import { operationField } from '../schema/operation-field.ts';
import { InstallationConnection, InstallationType } from './installation.type.ts';

export const installationFields = [operationField(listInstallations, InstallationConnection)];

@Resolver(() => InstallationType)
export class InstallationResolver {
  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() installation: InstallationView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, () => installationActions(installation));
  }
}
