import type { EntityManager } from '@mikro-orm/postgresql';
import { insertCustomerOnce } from '../../persistence/customers/customer-repository.ts';

const MIN_NAME_LENGTH = 2;

/**
 * The customer with an e-mail address, made when there is none. An existing one stays as it is, its name too.
 * @param given `email` trimmed and in lower case; without a name a new customer is called by the address
 * @param now the time of the call
 */
export function findOrCreateCustomer(
  em: EntityManager,
  given: { readonly email: string; readonly name?: string },
  now: Date,
): Promise<{ id: string; created: boolean }> {
  return insertCustomerOnce(em, { email: given.email, fullName: given.name || nameOf(given.email), at: now });
}

/** The part before the @, or the whole address where that is too short for a name. */
function nameOf(email: string): string {
  const local = email.slice(0, email.lastIndexOf('@'));
  return [...local].length < MIN_NAME_LENGTH ? email : local;
}
