import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import { changePassword, endSession, getMe, listSessions, login, logout } from '../../domain/auth/index.ts';
import { lowestRole, permissionsOf } from '../../domain/catalog.ts';
import { readDefaultCurrency } from '../../domain/settings/index.ts';
import type { View } from '../../model/record.ts';
import {
  EndedSessionRecord,
  LoginRecord,
  LogoutRecord,
  PasswordChangeRecord,
  SessionRecord,
  ViewerRecord,
} from '../../model/records/session.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { inputOf } from '../schema/input-type.ts';
import { operationField } from '../schema/operation-field.ts';
import { objectTypeOf } from '../schema/record-type.ts';

const ViewerType = objectTypeOf(ViewerRecord);
const LoginType = objectTypeOf(LoginRecord);
const LogoutType = objectTypeOf(LogoutRecord);

export const authFields = [
  operationField(listSessions, [objectTypeOf(SessionRecord)], { show: ({ items }) => items }),
  operationField(changePassword, objectTypeOf(PasswordChangeRecord)),
  operationField(endSession, objectTypeOf(EndedSessionRecord)),
];

/** The rest is read only when it is selected. */
type ViewerView = Omit<View<typeof ViewerRecord>, 'defaultCurrency'>;

@Resolver(() => ViewerType)
export class ViewerResolver {
  @FieldResolver(() => String)
  defaultCurrency(@Ctx() ctx: GraphqlContext) {
    return ctx.loadFacts(readDefaultCurrency, 'viewer');
  }
}

/** Root fields with more than their operation's result: the caller's rate limit, and cookies. */
@Resolver()
export class AuthResolver {
  @Query(() => ViewerType, { nullable: true })
  async viewer(@Ctx() ctx: GraphqlContext): Promise<ViewerView> {
    const { result, rateLimit } = await ctx.runWithRateLimit(getMe);
    const { admin, session, serviceAccount = null } = result;
    const rights = await ctx.admin();
    return { admin, role: lowestRole(rights), permissions: permissionsOf(rights), session, serviceAccount, rateLimit };
  }

  @Mutation(() => LoginType, { nullable: true })
  async login(@Ctx() ctx: GraphqlContext, @Arg('input', () => inputOf(login)) input: object) {
    const { token, ...shown } = await ctx.run(login, input);
    ctx.session.open(token);
    return shown;
  }

  @Mutation(() => LogoutType, { nullable: true })
  async logout(@Ctx() ctx: GraphqlContext) {
    const result = await ctx.run(logout);
    ctx.session.close();
    return result;
  }
}
