import type { EntityManager } from '@mikro-orm/postgresql';
import { findCustomerId, insertCustomerOnce } from '../../persistence/customers/customer-repository.ts';
import { UUID } from '../kernel/input.ts';
import { noSuch } from '../kernel/not-found.ts';
import { type GivenCustomer, type GivenCustomerAsStored, storedCustomer } from './customer-rules.ts';

const MIN_NAME_LENGTH = 2;
/** An address or a phone can be given away between two statements, but not for ever. */
const MAX_TRIES = 5;

/** A customer who is there, or the fields of one who may have to be made. */
export type CustomerReference = { readonly id: string } | (GivenCustomer & { readonly fullName: string });

export interface FoundCustomer {
  readonly id: string;
  /** This call made the customer. */
  readonly created: boolean;
}

export interface FindOptions {
  /** What a customer is recognised by, what weighs most first. */
  readonly order?: readonly ('email' | 'phone')[];
}

/**
 * The customer that is meant: by id, else by e-mail address, then by phone, else made. One who is there stays as they
 * are. Safe under concurrency; all of it happens in the caller's transaction.
 * @param given fields as a schema of `givenFields` let them through; they need not be trimmed
 * @param now the time of the call
 * @param source where a new customer comes from
 * @throws DomainError 404 CUSTOMER_NOT_FOUND for an id that nobody has
 */
export async function findOrCreateCustomerBy(
  em: EntityManager,
  given: CustomerReference,
  now: Date,
  source: string,
  { order = ['email', 'phone'] }: FindOptions = {},
): Promise<FoundCustomer> {
  if ('id' in given) return { id: await requireCustomer(em, given.id), created: false };
  const stored = storedCustomer(given);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const known = await findKnown(em, stored, order);
    if (known) return { id: known, created: false };
    const made = await insertCustomerOnce(em, { ...stored, fullName: stored.fullName ?? given.fullName, source }, now);
    if (made) return { id: made, created: true };
  }
  throw new Error('a customer with this e-mail address or phone number was repeatedly created and removed');
}

/**
 * The customer with an e-mail address, made when there is none. An existing one stays as it is, its name too.
 * @param given without a name a new customer is called by the address
 * @param now the time of the call
 * @param source where a new customer comes from
 */
export function findOrCreateCustomer(
  em: EntityManager,
  { email, name }: { readonly email: string; readonly name?: string },
  now: Date,
  source = 'transfer',
): Promise<FoundCustomer> {
  return findOrCreateCustomerBy(em, { email, fullName: name || nameOf(email) }, now, source);
}

async function requireCustomer(em: EntityManager, id: string): Promise<string> {
  const found = UUID.test(id) ? await findCustomerId(em, 'id', id) : undefined;
  if (!found) throw noSuch('Customer');
  return found;
}

async function findKnown(
  em: EntityManager,
  { email, phoneCanonical }: GivenCustomerAsStored,
  order: readonly ('email' | 'phone')[],
): Promise<string | undefined> {
  for (const by of order) {
    const value = by === 'email' ? email : phoneCanonical;
    const found = value ? await findCustomerId(em, by, value) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The part before the @, or the whole address where that is too short for a name. */
function nameOf(email: string): string {
  const local = email.slice(0, email.lastIndexOf('@'));
  return [...local].length < MIN_NAME_LENGTH ? email : local;
}
