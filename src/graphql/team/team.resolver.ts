import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  type AdminView,
  adminActions,
  createAdmin,
  listAdminOptions,
  listTeam,
  resetAdminPassword,
  revokeAdminSessions,
  setAdminRole,
  setAdminStatus,
} from '../../domain/team/index.ts';
import { EndedSessionsRecord } from '../../model/records/admin.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../schema/available-actions.ts';
import { operationField } from '../schema/operation-field.ts';
import { objectTypeOf } from '../schema/record-type.ts';
import { AdminConnection, AdminOptionType, AdminType, AdminWithPasswordType } from './admin.type.ts';

export const teamFields = [
  operationField(listTeam, AdminConnection),
  operationField(listAdminOptions, [AdminOptionType], { show: ({ items }) => items }),
  operationField(createAdmin, AdminWithPasswordType),
  operationField(setAdminRole, AdminType),
  operationField(setAdminStatus, AdminWithPasswordType),
  operationField(resetAdminPassword, AdminWithPasswordType),
  operationField(revokeAdminSessions, objectTypeOf(EndedSessionsRecord)),
];

@Resolver(() => AdminType)
export class AdminResolver {
  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() admin: AdminView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, (viewer) => adminActions(admin, viewer));
  }
}

@Resolver(() => AdminWithPasswordType)
export class AdminWithPasswordResolver {
  /** The record itself, so that caches of clients show the change. */
  @FieldResolver(() => AdminType, { description: 'The admin, as the team lists the admin from now on.' })
  admin(@Root() answer: AdminView): AdminView {
    return answer;
  }
}
