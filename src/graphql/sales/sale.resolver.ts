import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  getSale,
  getSaleByNumber,
  listRefunds,
  listSales,
  type SaleView,
  saleActions,
} from '../../domain/sales/index.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../schema/available-actions.ts';
import { operationField } from '../schema/operation-field.ts';
import { RefundConnection, SaleConnection, SaleType } from './sale.type.ts';

export const saleFields = [
  operationField(listSales, SaleConnection),
  operationField(getSale, SaleType),
  operationField(getSaleByNumber, SaleType),
  operationField(listRefunds, RefundConnection),
];

@Resolver(() => SaleType)
export class SaleResolver {
  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() sale: SaleView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, () => saleActions(sale));
  }
}
