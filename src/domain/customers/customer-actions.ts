import type { RecordAction } from '../kernel/actions.ts';
import { addCustomerNote } from './add-customer-note.ts';
import { updateCustomer } from './update-customer.ts';

/** What can be done to a customer, who has no states. */
export const customerActions: readonly RecordAction[] = [
  { operation: updateCustomer, to: null },
  { operation: addCustomerNote, to: null },
];
