import type { CustomerListRow } from '../../persistence/customers/customer-repository.ts';

/** A customer as those who may read customers see it. */
export type CustomerView = CustomerListRow;
