import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { type BatchView, batchActions, getBatch, getBatchByCode, listBatches } from '../../domain/inventory/index.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../schema/available-actions.ts';
import { operationField } from '../schema/operation-field.ts';
import { BatchConnection, BatchType } from './batch.type.ts';

export const batchFields = [
  operationField(listBatches, BatchConnection),
  operationField(getBatch, BatchType),
  operationField(getBatchByCode, BatchType),
];

@Resolver(() => BatchType)
export class BatchResolver {
  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() batch: BatchView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, () => batchActions(batch));
  }
}
