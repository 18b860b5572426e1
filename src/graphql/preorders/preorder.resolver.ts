import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  getPreorder,
  getPreorderByNumber,
  getPreorderSettings,
  listPreorders,
  type PreorderView,
  preorderActions,
} from '../../domain/preorders/index.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../schema/available-actions.ts';
import { operationField } from '../schema/operation-field.ts';
import { PreorderConnection, PreorderSettingsType, PreorderType } from './preorder.type.ts';

export const preorderFields = [
  operationField(listPreorders, PreorderConnection),
  operationField(getPreorder, PreorderType),
  operationField(getPreorderByNumber, PreorderType),
  operationField(getPreorderSettings, PreorderSettingsType),
];

@Resolver(() => PreorderType)
export class PreorderResolver {
  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() preorder: PreorderView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, () => preorderActions(preorder));
  }
}
