import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { changePassword, endSession, getMe, listSessions, login, logout } from '../../domain/auth/index.ts';
import { permissionsOf } from '../../domain/catalog.ts';
import type { GraphqlContext } from '../context.ts';
import { inputOf } from '../input-type.ts';
import { operationField } from '../operation-field.ts';
import { EndedSessionType, LoginType, LogoutType, PasswordChangeType, SessionType, ViewerType } from './viewer.type.ts';

export const authFields = [
  operationField(listSessions, [SessionType], { show: ({ items }) => items }),
  operationField(changePassword, PasswordChangeType),
  operationField(endSession, EndedSessionType),
];

/** Root fields with more than their operation's result: the caller's rate limit, and cookies. */
@Resolver()
export class AuthResolver {
  @Query(() => ViewerType, { nullable: true })
  async viewer(@Ctx() ctx: GraphqlContext): Promise<ViewerType> {
    const { result, allowance } = await ctx.runMetered(getMe);
    const { admin, session } = result;
    return { admin, role: admin.role, permissions: permissionsOf(admin.role), session, rateLimit: allowance };
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
