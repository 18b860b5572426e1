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
export * from './operations.ts';
