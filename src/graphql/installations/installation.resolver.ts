import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  type InstallationView,
  installationActions,
  interruptInstallation,
  listInstallations,
  reconcileInstallation,
} from '../../domain/installations/index.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../available-actions.ts';
import type { GraphqlContext } from '../context.ts';
import { operationField } from '../operation-field.ts';
import { InstallationConnection, InstallationType } from './installation.type.ts';

export const installationFields = [
  operationField(reconcileInstallation, InstallationType),
  operationField(interruptInstallation, InstallationType),
  operationField(listInstallations, InstallationConnection),
];

@Resolver(() => InstallationType)
export class InstallationResolver {
  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() installation: InstallationView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, () => installationActions(installation));
  }
}
