import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  assignPreorder,
  deletePreorder,
  getPreorder,
  getPreorderByNumber,
  getPreorderSettings,
  listPreorders,
  type PreorderView,
  preorderActions,
  setPreorderStatus,
  updatePreorderSettings,
} from '../../domain/preorders/index.ts';
import { DeletedPreorderRecord } from '../../model/records/preorder.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../schema/available-actions.ts';
import { operationField } from '../schema/operation-field.ts';
import { objectTypeOf } from '../schema/record-type.ts';
import { PreorderConnection, PreorderSettingsType, PreorderType } from './preorder.type.ts';

export const preorderFields = [
  operationField(listPreorders, PreorderConnection),
  operationField(getPreorder, PreorderType),
  operationField(getPreorderByNumber, PreorderType),
  operationField(getPreorderSettings, PreorderSettingsType),
  operationField(setPreorderStatus, PreorderType),
  operationField(assignPreorder, PreorderType),
  operationField(deletePreorder, objectTypeOf(DeletedPreorderRecord)),
  operationField(updatePreorderSettings, PreorderSettingsType),
];

@Resolver(() => PreorderType)
export class PreorderResolver {
  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() preorder: PreorderView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, () => preorderActions(preorder));
  }
}
