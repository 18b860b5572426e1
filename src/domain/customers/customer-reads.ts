import type { EntityManager } from '@mikro-orm/postgresql';
import { findCustomers } from '../../persistence/customers/customer-repository.ts';
import type { CustomerView } from './customer-view.ts';

/**
 * Customers in one statement.
 * @returns in the order of the ids, undefined where there is none
 */
export async function readCustomers(em: EntityManager, ids: readonly string[]): Promise<(CustomerView | undefined)[]> {
  const found = await findCustomers(em, ids);
  const byId = new Map(found.map((customer) => [customer.id, customer]));
  return ids.map((id) => byId.get(id));
}
