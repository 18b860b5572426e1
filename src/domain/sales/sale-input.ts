import { Type } from 'typebox';
import { PAYMENT_STATUSES, SALES_CHANNELS } from '../../model/enums.ts';
import { customerFields } from '../customers/index.ts';
import { fields, integer, MAX_MONEY, oneOf, text } from '../kernel/input.ts';

export const money = integer(0, MAX_MONEY);
export const paymentStatus = oneOf('PaymentStatus', PAYMENT_STATUSES);
export const salesChannel = oneOf('SalesChannel', SALES_CHANNELS);
export const saleNotes = text(0, 1000);
export const reason = text(3);

/** `{ id }` of a customer, or the fields of Customer create: not both, as `createSale` checks. */
export const saleCustomer = fields(
  { ...customerFields, id: Type.Optional(Type.String()), fullName: Type.Optional(customerFields.fullName) },
  { title: 'SaleCustomerInput' },
);
