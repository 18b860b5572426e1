import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  type CustomerView,
  customerActions,
  getCustomer,
  getCustomerByEmail,
  listCustomers,
} from '../../domain/customers/index.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../schema/available-actions.ts';
import { operationField } from '../schema/operation-field.ts';
import { CustomerConnection, CustomerType } from './customer.type.ts';

export const customerFields = [
  operationField(listCustomers, CustomerConnection),
  operationField(getCustomer, CustomerType),
  operationField(getCustomerByEmail, CustomerType),
];

@Resolver(() => CustomerType)
export class CustomerResolver {
  @FieldResolver(() => String, { nullable: true, description: 'The text that create and update call `notes`.' })
  profileNotes(@Root() customer: CustomerView): string | null {
    return customer.notes;
  }

  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() customer: CustomerView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, () => customerActions(customer));
  }
}
