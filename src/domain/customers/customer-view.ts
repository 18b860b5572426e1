import { viewOf } from '../../model/record.ts';
import {
  type CustomerNoteView,
  CustomerRecord,
  type CustomerView,
  type StoredCustomer,
} from '../../model/records/customer.ts';

export type { CustomerNoteView, CustomerView };

/** One customer with the latest notes, newest first. */
export interface CustomerDetailView extends CustomerView {
  readonly customerNotes: readonly CustomerNoteView[];
}

export function viewCustomer(customer: Partial<StoredCustomer>): CustomerView {
  return viewOf(CustomerRecord, customer);
}
