import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  type InstallationView,
  interruptInstallation,
  listInstallations,
  mayInterrupt,
  mayReconcile,
  reconcileInstallation,
} from '../../domain/installations/index.ts';
import { ACTIONS, type AvailableAction, AvailableActionType, actionsOf } from '../available-actions.ts';
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
