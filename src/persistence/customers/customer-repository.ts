import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { StoredCustomer } from '../../model/records/customer.ts';
import { newId } from '../columns.ts';
import { insertUnlessThere, row } from '../sql/query.ts';
import { textOf } from '../sql/sql.ts';
import { Customer, type CustomerRow } from './customer.entity.ts';
import { SHARES_PHONE } from './customer-list.ts';

/** Locks a customer for update until the transaction ends. */
export async function lockCustomer(em: EntityManager, id: string): Promise<CustomerRow | null> {
  return em.findOne(Customer, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Locks a customer to whom a new row will refer until the transaction ends. An erasure of the person waits for it, and a later
 * call no longer finds the person by address or number.
 */
export function lockCustomerToRefer(
  em: EntityManager,
  by: 'id' | 'email' | 'phone',
  value: string,
): Promise<{ id: string; isAnonymized: boolean } | undefined> {
  return row(
    em,
    `select id, anonymized_at is not null as "isAnonymized" from customer where ${COLUMN_OF[by]} = $1 for key share`,
    [value],
  );
}

/**
 * Creates a customer unless one with this e-mail address or phone number exists. The constraints decide under
 * concurrency; a concurrent insert is waited for.
 * @returns the new id; undefined if one exists
 */
export async function insertCustomerOnce(
  em: EntityManager,
  customer: Partial<StoredCustomer> & Pick<StoredCustomer, 'fullName' | 'source'>,
  now: Date,
): Promise<string | undefined> {
  const id = newId();
  return (await insertUnlessThere(em, 'customer', { ...customer, id, createdAt: now, updatedAt: now }))
    ? id
    : undefined;
}

/** The customer with this e-mail address (in lower case), this canonical phone number, or this id. */
export async function findCustomerId(
  em: EntityManager,
  by: 'id' | 'email' | 'phone',
  value: string,
): Promise<string | undefined> {
  const found = await row<{ id: string }>(em, `select id from customer where ${COLUMN_OF[by]} = $1`, [value]);
  return found?.id;
}

/** The number of customers whose phone number an older customer has. */
export async function countSharedPhones(em: EntityManager): Promise<number> {
  const counted = await row<{ count: number }>(
    em,
    `select count(*)::int as count from customer c where ${textOf(SHARES_PHONE)}`,
  );
  return counted?.count ?? 0;
}

const COLUMN_OF = { id: 'id', email: 'email', phone: 'phone_canonical' } as const;
