import type { EntityManager } from '@mikro-orm/postgresql';
import { findCustomerId } from '../../persistence/customers/customer-repository.ts';
import { conflict } from '../kernel/errors.ts';
import type { StoredCustomerChange } from './customer-rules.ts';

/**
 * Names the other customer who has the e-mail address or the phone number. The constraints decide: of two calls at once, one
 * gets the same code from them, without a customer.
 * @param change the fields that will be stored
 * @param ownId of the customer who is changed
 * @throws DomainError 409 DUPLICATE_EMAIL or DUPLICATE_PHONE
 */
export async function requireUnique(
  em: EntityManager,
  { email, phoneCanonical }: StoredCustomerChange,
  ownId?: string,
): Promise<void> {
  const ofEmail = email ? await findCustomerId(em, 'email', email) : undefined;
  if (ofEmail && ofEmail !== ownId) throw conflict('DUPLICATE_EMAIL', 'CUSTOMER', { customerId: ofEmail });
  const ofPhone = phoneCanonical ? await findCustomerId(em, 'phone', phoneCanonical) : undefined;
  if (ofPhone && ofPhone !== ownId) throw conflict('DUPLICATE_PHONE', { customerId: ofPhone });
}
