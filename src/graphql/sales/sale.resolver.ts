import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { CustomerView } from '../../domain/customers/index.ts';
import type { DeviceView } from '../../domain/devices/index.ts';
import {
  cancelSale,
  createSale,
  getSale,
  listSales,
  mayCancel,
  paymentMoves,
  type RefundView,
  refundSale,
  type SaleView,
  updateSale,
} from '../../domain/sales/index.ts';
import { type AvailableAction, AvailableActionType, actionsOf } from '../available-actions.ts';
import { First } from '../bounds.ts';
import type { GraphqlContext } from '../context.ts';
import { customers } from '../customers/customer.loaders.ts';
import { CustomerType } from '../customers/customer.type.ts';
import { devices } from '../devices/device.loaders.ts';
import { DeviceType } from '../devices/device.type.ts';
import { argsOf, inputOf } from '../input-type.ts';
import { adminOptions } from '../team/admin.loaders.ts';
import { AdminOptionType } from '../team/admin.type.ts';
import { activeSales, refundsOfSales, salesOfCustomers } from './sale.loaders.ts';
import { RefundType, SaleConnection, SaleType } from './sale.type.ts';

@Resolver(() => SaleType)
export class SaleResolver {
  @Query(() => SaleConnection, { nullable: true })
  sales(@Ctx() ctx: GraphqlContext, @Info() info: GraphQLResolveInfo, @Args(() => argsOf(listSales)) args: object) {
    return ctx.list(listSales, args, info);
  }

  @Query(() => SaleType, { nullable: true })
  sale(@Ctx() ctx: GraphqlContext, @Arg('id', () => ID) id: string) {
    return ctx.run(getSale, {}, id);
  }

  @Mutation(() => SaleType, { nullable: true })
  createSale(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => inputOf(createSale)) input: object,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
  ) {
    return ctx.run(createSale, input, undefined, null, idempotencyKey);
  }

  @Mutation(() => SaleType, { nullable: true })
  updateSale(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(updateSale)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(updateSale, input, id, expectedRevision);
  }

  @Mutation(() => SaleType, { nullable: true })
  cancelSale(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(cancelSale)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
  ) {
    return ctx.run(cancelSale, input, id, expectedRevision, idempotencyKey);
  }

  @Mutation(() => SaleType, { nullable: true })
  refundSale(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(refundSale)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
  ) {
    return ctx.run(refundSale, input, id, expectedRevision, idempotencyKey);
  }

  @FieldResolver()
  customerId(@Root() sale: SaleView): string {
    return sale.customer.id;
  }

  @FieldResolver()
  customerName(@Root() sale: SaleView): string {
    return sale.customer.fullName;
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'The customer who bought the device.' })
  customer(@Root() sale: SaleView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(customers, sale.customer.id);
  }

  @FieldResolver()
  deviceId(@Root() sale: SaleView): string {
    return sale.device.id;
  }

  @FieldResolver()
  serial(@Root() sale: SaleView): string {
    return sale.device.serial;
  }

  @FieldResolver(() => DeviceType, { nullable: true, description: 'The device that was sold.' })
  device(@Root() sale: SaleView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(devices, sale.device.id);
  }

  @FieldResolver(() => [RefundType], { description: 'The oldest first.' })
  refunds(@Root() sale: SaleView, @Ctx() ctx: GraphqlContext, @First('Sale.refunds') first: number | null) {
    return ctx.loadList('Sale.refunds', refundsOfSales, sale.id, { first });
  }

  @FieldResolver(() => AdminOptionType, { nullable: true, description: 'The admin who recorded the sale.' })
  createdBy(@Root() sale: SaleView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(adminOptions, sale.createdBy);
  }

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

@Resolver(() => RefundType)
export class RefundResolver {
  @FieldResolver(() => AdminOptionType, { nullable: true, description: 'The admin who made the refund.' })
  createdBy(@Root() refund: RefundView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(adminOptions, refund.createdBy);
  }
}

@Resolver(() => DeviceType)
export class DeviceSaleResolver {
  @FieldResolver(() => SaleType, { nullable: true, description: 'The sale that the device is sold by.' })
  activeSale(@Root() device: DeviceView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(activeSales, device.id);
  }
}

@Resolver(() => CustomerType)
export class CustomerSaleResolver {
  @FieldResolver(() => [SaleType], {
    nullable: true,
    description: 'The newest first; all of them are `sales(filter: { customerId: { eq } })`.',
  })
  sales(@Root() customer: CustomerView, @Ctx() ctx: GraphqlContext, @First('Customer.sales') first: number | null) {
    return ctx.loadList('Customer.sales', salesOfCustomers, customer.id, { first });
  }
}
