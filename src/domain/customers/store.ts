/** The exit for other modules: what they may do with this module's tables. It imports no module, so that there is no cycle. */
export { findCustomerId } from '../../persistence/customers/customer-repository.ts';
