import { type View, viewOf } from '../../model/record.ts';
import {
  type CustomerDetailRecord,
  type CustomerNoteView,
  CustomerRecord,
  type CustomerView,
  type StoredCustomer,
} from '../../model/records/customer.ts';
import { canonicalPhone } from './phone.ts';

export type { CustomerNoteView, CustomerView };

/** One customer with the latest notes, newest first. */
export type CustomerDetailView = View<typeof CustomerDetailRecord>;

/** @param customer as it is stored, or as its list has it */
export function viewCustomer(customer: Partial<StoredCustomer>): CustomerView {
  const { phone, phoneCanonical, sharesPhone = sharesNumber(phone, phoneCanonical) } = customer;
  return viewOf(CustomerRecord, { ...customer, sharesPhone });
}

/**
 * Every other customer with a number has it in canonical form; the constraint keeps that form from those who share a number.
 */
function sharesNumber(phone?: string | null, canonical?: string | null): boolean {
  return typeof phone === 'string' && canonical === null && canonicalPhone(phone) !== undefined;
}
