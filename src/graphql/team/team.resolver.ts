import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import {
  createAdmin,
  listAdminOptions,
  listTeam,
  resetAdminPassword,
  revokeAdminSessions,
  setAdminRole,
  setAdminStatus,
} from '../../domain/team/index.ts';
import type { GraphqlContext } from '../context.ts';
import { argsOf, inputOf } from '../input-type.ts';
import { AdminConnection, AdminOptionType, AdminType, AdminWithPasswordType, EndedSessionsType } from './admin.type.ts';

@Resolver()
export class TeamResolver {
  @Query(() => AdminConnection, { nullable: true })
  team(@Ctx() ctx: GraphqlContext, @Info() info: GraphQLResolveInfo, @Args(() => argsOf(listTeam)) args: object) {
    return ctx.list(listTeam, args, info);
  }

  @Query(() => [AdminOptionType], { nullable: true })
  async adminOptions(@Ctx() ctx: GraphqlContext) {
    return (await ctx.run(listAdminOptions)).items;
  }

  @Mutation(() => AdminWithPasswordType, { nullable: true })
  createAdmin(@Ctx() ctx: GraphqlContext, @Arg('input', () => inputOf(createAdmin)) input: object) {
    return ctx.run(createAdmin, input);
  }

  @Mutation(() => AdminType, { nullable: true })
  setAdminRole(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(setAdminRole)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(setAdminRole, input, id, expectedRevision);
  }

  @Mutation(() => AdminWithPasswordType, { nullable: true })
  setAdminStatus(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(setAdminStatus)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(setAdminStatus, input, id, expectedRevision);
  }

  @Mutation(() => AdminWithPasswordType, { nullable: true })
  resetAdminPassword(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(resetAdminPassword, {}, id, expectedRevision);
  }

  @Mutation(() => EndedSessionsType, { nullable: true })
  revokeAdminSessions(@Ctx() ctx: GraphqlContext, @Arg('id', () => ID) id: string) {
    return ctx.run(revokeAdminSessions, {}, id);
  }
}
