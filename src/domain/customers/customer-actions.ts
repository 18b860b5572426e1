import type { CustomerView } from '../../model/records/customer.ts';
import type { RecordAction } from '../kernel/actions.ts';
import { addCustomerNote } from './add-customer-note.ts';
import { anonymizeCustomer } from './anonymize-customer.ts';
import { anonymizedError } from './customer-rules.ts';
import { updateCustomer } from './update-customer.ts';

/**
 * The operations on a customer that its own state decides. `anonymizeCustomer` also needs that nothing is open. For an
 * anonymized customer it would change nothing, so it is left out.
 */
export function customerActions(customer: Pick<CustomerView, 'anonymizedAt'>): readonly RecordAction[] {
  const error = anonymizedError(customer);
  return [
    { operation: updateCustomer, to: null, error },
    { operation: addCustomerNote, to: null, error },
    ...(customer.anonymizedAt ? [] : [{ operation: anonymizeCustomer, to: null }]),
  ];
}
