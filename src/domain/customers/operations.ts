export { addCustomerNote } from './add-customer-note.ts';
export { anonymizeCustomer } from './anonymize-customer.ts';
export { createCustomer } from './create-customer.ts';
export { exportCustomers } from './export-customers.ts';
export { getCustomer } from './get-customer.ts';
export { getCustomerByEmail } from './get-customer-by-email.ts';
export { listCustomers } from './list-customers.ts';
export { updateCustomer } from './update-customer.ts';
