export { readCustomers } from './customer-reads.ts';
export type { CustomerView } from './customer-view.ts';
export { findOrCreateCustomer } from './find-or-create-customer.ts';
