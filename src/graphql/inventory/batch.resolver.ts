import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  archiveBatch,
  type BatchView,
  batchActions,
  createBatch,
  deleteBatch,
  getBatch,
  getBatchByCode,
  listBatches,
  provisionBatch,
  provisionDevices,
  updateBatch,
} from '../../domain/inventory/index.ts';
import { DeletedBatchRecord } from '../../model/records/batch.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../schema/available-actions.ts';
import { operationField } from '../schema/operation-field.ts';
import { objectTypeOf } from '../schema/record-type.ts';
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
  availableActions(@Root() batch: BatchView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, () => batchActions(batch));
  }
}
