import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  archiveBatch,
  BATCH_TRANSITIONS,
  type BatchView,
  createBatch,
  deleteBatch,
  getBatch,
  getBatchByCode,
  listBatches,
  mayMove,
  provisionBatch,
  provisionDevices,
  updateBatch,
} from '../../domain/inventory/index.ts';
import { DeletedBatchRecord } from '../../model/records/batch.ts';
import { ACTIONS, type AvailableAction, AvailableActionType, actionsOf } from '../available-actions.ts';
import type { GraphqlContext } from '../context.ts';
import { operationField } from '../operation-field.ts';
import { objectTypeOf } from '../record-type.ts';
import { BatchConnection, BatchType, ProvisionedBatchType } from './batch.type.ts';

const withDevices = <Made extends { readonly devices: unknown }>({ devices, ...batch }: Made) => ({ batch, devices });

export const batchFields = [
  operationField(listBatches, BatchConnection),
  operationField(getBatch, BatchType),
  operationField(getBatchByCode, BatchType),
  operationField(createBatch, BatchType),
  operationField(updateBatch, BatchType),
  operationField(deleteBatch, objectTypeOf(DeletedBatchRecord)),
  operationField(provisionBatch, ProvisionedBatchType, { show: withDevices, optionalInput: true }),
  operationField(provisionDevices, ProvisionedBatchType, { show: withDevices }),
  operationField(archiveBatch, BatchType),
];

@Resolver(() => BatchType)
export class BatchResolver {
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
