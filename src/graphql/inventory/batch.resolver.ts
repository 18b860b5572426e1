import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { deviceReader } from '../../domain/devices/index.ts';
import {
  archiveBatch,
  type BatchView,
  batchActions,
  createBatch,
  deleteBatch,
  getBatch,
  listBatches,
  provisionBatch,
  provisionDevices,
  updateBatch,
} from '../../domain/inventory/index.ts';
import { BatchRecord } from '../../model/records/batch.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../available-actions.ts';
import { describeLength } from '../bounds.ts';
import { type Connection, selectedParts } from '../connection.ts';
import type { GraphqlContext } from '../context.ts';
import { DeviceConnection } from '../devices/device.type.ts';
import { operationField } from '../operation-field.ts';
import { BatchConnection, BatchType, DeletedBatchType, ProvisionedBatchType } from './batch.type.ts';

const withDevices = <Made extends { readonly devices: unknown }>({ devices, ...batch }: Made) => ({ batch, devices });

export const batchFields = [
  operationField(listBatches, BatchConnection),
  operationField(getBatch, BatchType),
  operationField(createBatch, BatchType),
  operationField(updateBatch, BatchType),
  operationField(deleteBatch, DeletedBatchType),
  operationField(provisionBatch, ProvisionedBatchType, { show: withDevices, optionalInput: true }),
  operationField(provisionDevices, ProvisionedBatchType, { show: withDevices }),
  operationField(archiveBatch, BatchType),
];

@Resolver(() => BatchType)
export class BatchResolver {
  @FieldResolver(() => DeviceConnection, { nullable: true, description: BatchRecord.edges.devices.spec.description })
  async devices(
    @Root() batch: BatchView,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
    @Arg('skip', () => Int, { defaultValue: 0, description: 'How many to leave out at the start of the list.' })
    skip: number,
    @Arg('take', () => Int, describeLength('Batch.devices')) take: number,
    @Arg('first', () => Int, { nullable: true, description: 'Another word for `take`.' }) first: number | null,
  ): Promise<Connection<unknown>> {
    const { nodes: withNodes, select } = selectedParts(info);
    const page = { skip, first: first ?? take };
    const nodes = withNodes
      ? await ctx.followList(BatchRecord, 'devices', deviceReader, batch.id, { ...page, select })
      : [];
    const hasNextPage = skip + page.first < batch.deviceCount;
    return {
      nodes,
      pageInfo: { hasNextPage, endCursor: null, skip, take: page.first },
      totalCount: batch.deviceCount,
    };
  }

  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() batch: BatchView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, () => batchActions(batch));
  }
}
