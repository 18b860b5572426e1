import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  assignPreorder,
  deletePreorder,
  getPreorder,
  getPreorderSettings,
  listPreorders,
  movesOf,
  type PreorderView,
  setPreorderStatus,
  updatePreorderSettings,
} from '../../domain/preorders/index.ts';
import { ACTIONS, type AvailableAction, AvailableActionType, actionsOf } from '../available-actions.ts';
import { First } from '../bounds.ts';
import type { GraphqlContext } from '../context.ts';
import { customers } from '../customers/customer.loaders.ts';
import { CustomerType } from '../customers/customer.type.ts';
import { argsOf, inputOf } from '../input-type.ts';
import { adminOptions } from '../team/admin.loaders.ts';
import { AdminOptionType } from '../team/admin.type.ts';
import { preorderEvents } from './preorder.loaders.ts';
import {
  DeletedPreorderType,
  PreorderConnection,
  PreorderEventType,
  PreorderSettingsType,
  PreorderType,
} from './preorder.type.ts';

@Resolver(() => PreorderType)
export class PreorderResolver {
  @Query(() => PreorderConnection, { nullable: true })
  preorders(
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => argsOf(listPreorders)) args: object,
  ) {
    return ctx.list(listPreorders, args, info);
  }

  @Query(() => PreorderType, { nullable: true })
  preorder(@Ctx() ctx: GraphqlContext, @Arg('id', () => ID) id: string) {
    return ctx.run(getPreorder, {}, id);
  }

  @Query(() => PreorderSettingsType, { nullable: true })
  preorderSettings(@Ctx() ctx: GraphqlContext) {
    return ctx.run(getPreorderSettings);
  }

  @Mutation(() => PreorderType, { nullable: true })
  setPreorderStatus(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(setPreorderStatus)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(setPreorderStatus, input, id, expectedRevision);
  }

  @Mutation(() => PreorderType, { nullable: true })
  assignPreorder(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(assignPreorder)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(assignPreorder, input, id, expectedRevision);
  }

  @Mutation(() => DeletedPreorderType, { nullable: true })
  deletePreorder(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(deletePreorder)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(deletePreorder, input, id, expectedRevision);
  }

  @Mutation(() => PreorderSettingsType, { nullable: true })
  updatePreorderSettings(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => inputOf(updatePreorderSettings)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(updatePreorderSettings, input, undefined, expectedRevision);
  }

  @FieldResolver(() => CustomerType, {
    nullable: true,
    description: 'The customer who ordered.',
  })
  customer(@Root() preorder: PreorderView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(customers, preorder.customerId);
  }

  @FieldResolver(() => AdminOptionType, {
    nullable: true,
    description: 'The admin who looks after the preorder; null when nobody does.',
  })
  assignedAdmin(@Root() preorder: PreorderView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(adminOptions, preorder.assignedAdminId);
  }

  @FieldResolver(() => [PreorderEventType], { description: 'The latest history, newest first.' })
  history(@Root() preorder: PreorderView, @Ctx() ctx: GraphqlContext, @First('Preorder.history') first: number | null) {
    return ctx.loadList('Preorder.history', preorderEvents, preorder.id, { first });
  }

  @FieldResolver(() => [AvailableActionType], ACTIONS)
  async availableActions(@Root() preorder: PreorderView, @Ctx() ctx: GraphqlContext): Promise<AvailableAction[]> {
    const { role } = await ctx.admin();
    return actionsOf(
      role,
      setPreorderStatus,
      movesOf(preorder).map(({ to }) => to),
    );
  }
}
