import type { EntityManager } from '@mikro-orm/postgresql';
import { findNotesOfCustomers } from '../../persistence/customers/customer-note-repository.ts';
import { findCustomers } from '../../persistence/customers/customer-repository.ts';
import { type CustomerNoteView, type CustomerView, viewCustomer } from './customer-view.ts';

/** Notes in a detail response. */
const SHOWN_NOTES = 50;

/**
 * Reads customers in one statement.
 * @returns in the order of the ids; undefined for an unknown id
 */
export async function readCustomers(em: EntityManager, ids: readonly string[]): Promise<(CustomerView | undefined)[]> {
  const found = await findCustomers(em, ids);
  const byId = new Map(found.map((customer) => [customer.id, viewCustomer(customer)]));
  return ids.map((id) => byId.get(id));
}

/**
 * Reads the latest notes of each customer, newest first, in one statement.
 * @param limit notes per customer
 * @returns in the order of the customers' ids
 */
export async function readCustomerNotes(
  em: EntityManager,
  customerIds: readonly string[],
  limit = SHOWN_NOTES,
): Promise<CustomerNoteView[][]> {
  const notes = await findNotesOfCustomers(em, customerIds, limit);
  const byCustomer = Map.groupBy(notes, ({ customerId }) => customerId);
  return customerIds.map((id) => byCustomer.get(id) ?? []);
}
