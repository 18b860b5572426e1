/** The exit for other modules: what they may use of this module's tables. It imports no module, which avoids cycles. */
export { findCustomerId } from '../../persistence/customers/customer-repository.ts';
export { hasNoRecords } from '../../persistence/customers/erased-customers.ts';
export { resampleErased } from '../../persistence/customers/erased-samples.ts';
