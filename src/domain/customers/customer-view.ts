import { type View, viewOf } from '../../model/record.ts';
import {
  type CustomerDetailRecord,
  type CustomerNoteView,
  CustomerRecord,
  type CustomerView,
  type StoredCustomer,
} from '../../model/records/customer.ts';

export type { CustomerNoteView, CustomerView };

/** One customer with the latest notes, newest first. */
export type CustomerDetailView = View<typeof CustomerDetailRecord>;

export function viewCustomer(customer: Partial<StoredCustomer>): CustomerView {
  return viewOf(CustomerRecord, customer);
}
