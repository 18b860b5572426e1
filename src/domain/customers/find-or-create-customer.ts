import type { EntityManager } from '@mikro-orm/postgresql';
import { insertCustomerOnce, lockCustomerToRefer } from '../../persistence/customers/customer-repository.ts';
import { cut } from '../formats/cut.ts';
import { UUID } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { anonymized, type CustomerChange, type StoredCustomerChange, storedCustomer } from './customer-rules.ts';

const MIN_NAME_LENGTH = 2;
/** A claim or a transfer can give a name of any length; it is cut to the maximum length of a customer's name. */
const MAX_NAME_LENGTH = 120;
/** Another transaction may take or give up an address or phone number between two statements; retries are bounded. */
const MAX_TRIES = 5;

/** An existing customer, or the fields to find or create one by. */
export type CustomerReference = { readonly id: string } | (CustomerChange & { readonly fullName: string });

export interface FoundCustomer {
  readonly id: string;
  /** True if this call created the customer. */
  readonly created: boolean;
}

export interface FindOptions {
  /** The fields to match by, most significant first. */
  readonly order?: readonly ('email' | 'phone')[];
}

/**
 * Finds a customer by id, else by e-mail address, then by phone number, else creates one. An existing customer is not
 * changed. Safe under concurrency; runs in the caller's transaction.
 * @param reference fields validated by a schema of `givenFields`; they need not be in their normal form
 * @param now the time of the call
 * @param source the source of a new customer
 * @throws DomainError 404 CUSTOMER_NOT_FOUND for an unknown id, 409 CUSTOMER_ANONYMIZED for that of an erased person
 */
export async function findOrCreateCustomerBy(
  em: EntityManager,
  reference: CustomerReference,
  now: Date,
  source: string,
  { order = ['email', 'phone'] }: FindOptions = {},
): Promise<FoundCustomer> {
  if ('id' in reference) return { id: await requireCustomer(em, reference.id), created: false };
  const stored = storedCustomer(reference);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const existing = await findExisting(em, stored, order);
    if (existing) return { id: existing, created: false };
    const createdId = await insertCustomerOnce(
      em,
      { ...stored, fullName: cut(stored.fullName ?? reference.fullName, MAX_NAME_LENGTH), source },
      now,
    );
    if (createdId) return { id: createdId, created: true };
  }
  throw new Error('a customer with this e-mail address or phone number was repeatedly created and removed');
}

/**
 * Finds a customer by e-mail address, or creates one. An existing customer, including the name, is not changed.
 * @param given if it has no name, a new customer is named after the address
 * @param now the time of the call
 * @param source the source of a new customer
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
  const found = UUID.test(id) ? await lockCustomerToRefer(em, 'id', id) : undefined;
  if (!found) throw recordNotFound('Customer');
  if (found.isAnonymized) throw anonymized();
  return found.id;
}

/** True if a customer is an erased person. The customer cannot be erased until the transaction ends. */
export async function isAnonymized(em: EntityManager, id: string): Promise<boolean> {
  return (await lockCustomerToRefer(em, 'id', id))?.isAnonymized ?? false;
}

async function findExisting(
  em: EntityManager,
  { email, phoneCanonical }: StoredCustomerChange,
  order: readonly ('email' | 'phone')[],
): Promise<string | undefined> {
  for (const by of order) {
    const value = by === 'email' ? email : phoneCanonical;
    const found = value ? await lockCustomerToRefer(em, by, value) : undefined;
    if (found) return found.id;
  }
  return undefined;
}

/** The part before the @, or the whole address if that part is too short for a name. */
function nameOf(email: string): string {
  const local = email.slice(0, email.lastIndexOf('@'));
  return [...local].length < MIN_NAME_LENGTH ? email : local;
}
