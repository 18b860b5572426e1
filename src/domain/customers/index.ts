import type { Operation } from '../kernel/operation.ts';
import { addCustomerNote } from './add-customer-note.ts';
import { anonymizeCustomer } from './anonymize-customer.ts';
import { createCustomer } from './create-customer.ts';
import { exportCustomers } from './export-customers.ts';
import { getCustomer } from './get-customer.ts';
import { getCustomerByEmail } from './get-customer-by-email.ts';
import { listCustomers } from './list-customers.ts';
import { updateCustomer } from './update-customer.ts';

export { customerActions } from './customer-actions.ts';
export { customerNoteReader, customerPurchasesReader, customerReader, SHOWN_NOTES } from './customer-reads.ts';
export type { CustomerDetailView, CustomerNoteView, CustomerView } from './customer-view.ts';
export {
  applyErasedCustomers,
  importErasedCustomers,
  listErasedCustomers,
  reapplyErasures,
} from './erased-customers.ts';
export {
  type CustomerReference,
  type FoundCustomer,
  findOrCreateCustomer,
  findOrCreateCustomerBy,
  isAnonymized,
} from './find-or-create-customer.ts';
export {
  addCustomerNote,
  anonymizeCustomer,
  createCustomer,
  exportCustomers,
  getCustomer,
  getCustomerByEmail,
  listCustomers,
  updateCustomer,
};

/** The operations of the module, for the catalog. */
export const customerOperations: readonly Operation[] = [
  listCustomers,
  createCustomer,
  exportCustomers,
  getCustomer,
  getCustomerByEmail,
  updateCustomer,
  addCustomerNote,
  anonymizeCustomer,
];
