import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { changePassword, endSession, getMe, listSessions, login, logout } from '../../domain/auth/index.ts';
import { permissionsOf } from '../../domain/catalog.ts';
import type { GraphqlContext } from '../context.ts';
import { inputOf } from '../input-type.ts';
import { EndedSessionType, LoginType, LogoutType, PasswordChangeType, SessionType, ViewerType } from './viewer.type.ts';

@Resolver()
export class AuthResolver {
  @Query(() => ViewerType, { nullable: true })
  async viewer(@Ctx() ctx: GraphqlContext): Promise<ViewerType> {
    const { result, allowance } = await ctx.runMetered(getMe);
    const { admin, session } = result;
    return { admin, role: admin.role, permissions: permissionsOf(admin.role), session, rateLimit: allowance };
  }

  @Query(() => [SessionType], { nullable: true })
  async sessions(@Ctx() ctx: GraphqlContext) {
    return (await ctx.run(listSessions)).items;
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

  @Mutation(() => PasswordChangeType, { nullable: true })
  changePassword(@Ctx() ctx: GraphqlContext, @Arg('input', () => inputOf(changePassword)) input: object) {
    return ctx.run(changePassword, input);
  }

  @Mutation(() => EndedSessionType, { nullable: true })
  endSession(@Ctx() ctx: GraphqlContext, @Arg('id', () => ID) id: string) {
    return ctx.run(endSession, {}, id);
  }
}
