import type { CustomerNoteListRow } from '../../persistence/customers/customer-note-repository.ts';
import type { CustomerFacts } from './customer-rules.ts';

/** A customer as those who may read customers see it. */
export interface CustomerView extends CustomerFacts {
  readonly id: string;
  /** Where the customer came from: a campaign's utm_source, or `admin`, `sale`, `transfer`, `preorder`. */
  readonly source: string | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What staff wrote down about a customer. `authorId` is an admin's id. */
export type CustomerNoteView = CustomerNoteListRow;

/** One customer with the latest notes, newest first. */
export interface CustomerDetailView extends CustomerView {
  readonly customerNotes: readonly CustomerNoteView[];
}

type Stored = Pick<CustomerView, 'id' | 'fullName' | 'revision' | 'createdAt' | 'updatedAt'> & Partial<CustomerView>;

/** A stored customer or a row of the list. */
export function viewCustomer(customer: Stored): CustomerView {
  return {
    id: customer.id,
    fullName: customer.fullName,
    email: customer.email ?? null,
    phone: customer.phone ?? null,
    company: customer.company ?? null,
    country: customer.country ?? null,
    city: customer.city ?? null,
    region: customer.region ?? null,
    telegramUsername: customer.telegramUsername ?? null,
    preferredLanguage: customer.preferredLanguage ?? null,
    notes: customer.notes ?? null,
    source: customer.source ?? null,
    revision: customer.revision,
    createdAt: customer.createdAt,
    updatedAt: customer.updatedAt,
  };
}
