import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  cancelSale,
  createSale,
  getSale,
  getSaleByNumber,
  listRefunds,
  listSales,
  mayCancel,
  paymentMoves,
  refundSale,
  type SaleView,
  updateSale,
} from '../../domain/sales/index.ts';
import { type AvailableAction, AvailableActionType, actionsOf } from '../available-actions.ts';
import type { GraphqlContext } from '../context.ts';
import { operationField } from '../operation-field.ts';
import { RefundConnection, SaleConnection, SaleType } from './sale.type.ts';

export const saleFields = [
  operationField(listSales, SaleConnection),
  operationField(getSale, SaleType),
  operationField(getSaleByNumber, SaleType),
  operationField(createSale, SaleType),
  operationField(updateSale, SaleType),
  operationField(cancelSale, SaleType),
  operationField(refundSale, SaleType),
  operationField(listRefunds, RefundConnection),
];

@Resolver(() => SaleType)
export class SaleResolver {
  @FieldResolver(() => [AvailableActionType], {
    description: 'Where updateSale may move the payment; whether cancelSale and refundSale are open.',
  })
  async availableActions(@Root() sale: SaleView, @Ctx() ctx: GraphqlContext): Promise<AvailableAction[]> {
    const { role } = await ctx.admin();
    return [
      ...actionsOf(role, updateSale, paymentMoves(sale)),
      ...actionsOf(role, cancelSale, mayCancel(sale) ? ['CANCELLED'] : []),
      ...actionsOf(role, refundSale, sale.refundable > 0 ? ['REFUNDED'] : []),
    ];
  }
}
