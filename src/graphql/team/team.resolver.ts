import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { type AdminView, adminActions, listAdminOptions, listTeam } from '../../domain/team/index.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../schema/available-actions.ts';
import { operationField } from '../schema/operation-field.ts';
import { AdminConnection, AdminOptionType, AdminType } from './admin.type.ts';

export const teamFields = [
  operationField(listTeam, AdminConnection),
  operationField(listAdminOptions, [AdminOptionType], { show: ({ items }) => items }),
];

@Resolver(() => AdminType)
export class AdminResolver {
  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() admin: AdminView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, (viewer) => adminActions(admin, viewer));
  }
}
