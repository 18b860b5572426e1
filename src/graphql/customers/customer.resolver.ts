import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  addCustomerNote,
  type CustomerNoteView,
  type CustomerView,
  createCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
} from '../../domain/customers/index.ts';
import { First } from '../bounds.ts';
import type { GraphqlContext } from '../context.ts';
import { DeviceType } from '../devices/device.type.ts';
import { argsOf, inputOf } from '../input-type.ts';
import { PreorderType } from '../preorders/preorder.type.ts';
import { adminOptions } from '../team/admin.loaders.ts';
import { AdminOptionType } from '../team/admin.type.ts';
import { customerNotes, devicesOfOwners, preordersOfCustomers } from './customer.loaders.ts';
import { CustomerConnection, CustomerNoteType, CustomerType } from './customer.type.ts';

@Resolver(() => CustomerType)
export class CustomerResolver {
  @Query(() => CustomerConnection, { nullable: true })
  customers(
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => argsOf(listCustomers)) args: object,
  ) {
    return ctx.list(listCustomers, args, info);
  }

  @Query(() => CustomerType, { nullable: true })
  customer(@Ctx() ctx: GraphqlContext, @Arg('id', () => ID) id: string) {
    return ctx.run(getCustomer, {}, id);
  }

  @Mutation(() => CustomerType, { nullable: true })
  createCustomer(@Ctx() ctx: GraphqlContext, @Arg('input', () => inputOf(createCustomer)) input: object) {
    return ctx.run(createCustomer, input);
  }

  @Mutation(() => CustomerType, { nullable: true })
  updateCustomer(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(updateCustomer)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(updateCustomer, input, id, expectedRevision);
  }

  @Mutation(() => CustomerNoteType, { nullable: true })
  addCustomerNote(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => inputOf(addCustomerNote)) input: object,
    @Arg('expectedRevision', () => Int, { nullable: true }) expectedRevision: number | null,
  ) {
    return ctx.run(addCustomerNote, input, id, expectedRevision);
  }

  @FieldResolver(() => String, { nullable: true, description: 'The text that create and update call `notes`.' })
  profileNotes(@Root() customer: CustomerView): string | null {
    return customer.notes;
  }

  @FieldResolver(() => [CustomerNoteType], { description: 'What staff wrote down, newest first.' })
  notes(@Root() customer: CustomerView, @Ctx() ctx: GraphqlContext, @First('Customer.notes') first: number | null) {
    return ctx.loadList('Customer.notes', customerNotes, customer.id, { first });
  }

  @FieldResolver(() => [DeviceType], {
    nullable: true,
    description: 'The newest first; all of them are `devices(filter: { ownerId: { eq } })`.',
  })
  devices(@Root() customer: CustomerView, @Ctx() ctx: GraphqlContext, @First('Customer.devices') first: number | null) {
    return ctx.loadList('Customer.devices', devicesOfOwners, customer.id, { first });
  }

  @FieldResolver(() => [PreorderType], {
    nullable: true,
    description: 'The newest first; all of them are `preorders(filter: { customerId: { eq } })`.',
  })
  preorders(
    @Root() customer: CustomerView,
    @Ctx() ctx: GraphqlContext,
    @First('Customer.preorders') first: number | null,
  ) {
    return ctx.loadList('Customer.preorders', preordersOfCustomers, customer.id, { first });
  }
}

@Resolver(() => CustomerNoteType)
export class CustomerNoteResolver {
  @FieldResolver(() => AdminOptionType, { nullable: true, description: 'The admin who wrote the note.' })
  author(@Root() note: CustomerNoteView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(adminOptions, note.authorId);
  }
}
