import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  archiveBatch,
  BATCH_TRANSITIONS,
  type BatchView,
  createBatch,
  deleteBatch,
  getBatch,
  listBatches,
  mayMove,
  provisionBatch,
  provisionDevices,
  updateBatch,
} from '../../domain/inventory/index.ts';
import { ACTIONS, type AvailableAction, AvailableActionType, actionsOf } from '../available-actions.ts';
import { pageOf } from '../bounds.ts';
import { type Connection, selectedParts } from '../connection.ts';
import type { GraphqlContext } from '../context.ts';
import { DeviceConnection } from '../devices/device.type.ts';
import { argsOf, inputOf } from '../input-type.ts';
import { adminOptions } from '../team/admin.loaders.ts';
import { AdminOptionType } from '../team/admin.type.ts';
import { devicesOfBatches } from './batch.loaders.ts';
import { BatchConnection, BatchType, DeletedBatchType, ProvisionedBatchType } from './batch.type.ts';

@Resolver(() => BatchType)
export class BatchResolver {
  @Query(() => BatchConnection, { nullable: true })
  batches(@Ctx() ctx: GraphqlContext, @Info() info: GraphQLResolveInfo, @Args(() => argsOf(listBatches)) args: object) {
    return ctx.list(listBatches, args, info);
  }

  @Query(() => BatchType, { nullable: true })
  batch(@Ctx() ctx: GraphqlContext, @Arg('id', () => ID) id: string) {
    return ctx.run(getBatch, {}, id);
  }

  @Mutation(() => BatchType, { nullable: true })
  createBatch(@Ctx() ctx: GraphqlContext, @Arg('input', () => inputOf(createBatch)) input: object) {
    return ctx.run(createBatch, input);
  }

  @Mutation(() => BatchType, { nullable: true })
  updateBatch(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(updateBatch)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(updateBatch, input, id, expectedRevision);
  }

  @Mutation(() => DeletedBatchType, { nullable: true })
  deleteBatch(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(deleteBatch, {}, id, expectedRevision);
  }

  @Mutation(() => ProvisionedBatchType, { nullable: true })
  async provisionBatch(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(provisionBatch), { nullable: true }) input: object | null,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ): Promise<ProvisionedBatchType> {
    const { devices, ...batch } = await ctx.run(provisionBatch, input ?? {}, id, expectedRevision);
    return { batch, devices };
  }

  @Mutation(() => ProvisionedBatchType, { nullable: true })
  async provisionDevices(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => inputOf(provisionDevices)) input: object,
  ): Promise<ProvisionedBatchType> {
    const { devices, ...batch } = await ctx.run(provisionDevices, input);
    return { batch, devices };
  }

  @Mutation(() => BatchType, { nullable: true })
  archiveBatch(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(archiveBatch, {}, id, expectedRevision);
  }

  @FieldResolver(() => DeviceConnection, { nullable: true, description: 'By their place in the batch.' })
  async devices(
    @Root() batch: BatchView,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
    @Arg('skip', () => Int, { defaultValue: 0, description: 'How many to leave out at the start of the list.' })
    skip: number,
    @Arg('take', () => Int, pageOf('Batch.devices')) take: number,
    @Arg('first', () => Int, { nullable: true, description: 'Another word for `take`.' }) first: number | null,
  ): Promise<Connection<unknown>> {
    const page = { skip, first: first ?? take };
    const nodes = selectedParts(info).nodes
      ? await ctx.loadList('Batch.devices', devicesOfBatches, batch.id, page)
      : [];
    const hasNextPage = skip + page.first < batch.deviceCount;
    return {
      nodes,
      pageInfo: { hasNextPage, endCursor: null, skip, take: page.first },
      totalCount: batch.deviceCount,
    };
  }

  @FieldResolver(() => AdminOptionType, {
    nullable: true,
    description: 'The admin who created the batch; null when it is not known.',
  })
  createdBy(@Root() batch: BatchView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(adminOptions, batch.createdBy);
  }

  @FieldResolver(() => [AvailableActionType], ACTIONS)
  async availableActions(@Root() batch: BatchView, @Ctx() ctx: GraphqlContext): Promise<AvailableAction[]> {
    const { role } = await ctx.admin();
    const from = BATCH_TRANSITIONS.filter((move) => move.from === batch.status && mayMove(move, role));
    const by = (trigger: string) => from.filter((move) => move.by === trigger).map(({ to }) => to);
    return [
      ...actionsOf(role, updateBatch, by('admin')),
      ...actionsOf(role, provisionBatch, by('provision').length > 0 ? ['COMPLETED'] : []),
      ...actionsOf(role, archiveBatch, by('archive')),
    ];
  }
}
