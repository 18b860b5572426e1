import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Locale } from '../../domain/vocabulary.ts';
import { newId } from '../columns.ts';
import { row, rows } from '../query.ts';
import { Customer, type CustomerRow } from './customer.entity.ts';
import type { CustomerListRow } from './customer-list.ts';

/** A customer for a change, locked until the transaction ends. */
export async function lockCustomer(em: EntityManager, id: string): Promise<CustomerRow | null> {
  return em.findOne(Customer, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** What a customer is made of; `phoneCanonical` is the phone as it is compared. */
export interface NewCustomer {
  readonly fullName: string;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly phoneCanonical?: string | null;
  readonly company?: string | null;
  readonly country?: string | null;
  readonly city?: string | null;
  readonly region?: string | null;
  readonly telegramUsername?: string | null;
  readonly preferredLanguage?: Locale | null;
  readonly notes?: string | null;
  readonly source: string;
}

/**
 * Makes a customer, unless one has this e-mail address or this phone already: the constraints decide, however many try
 * at once. Waits for a transaction that is about to make one.
 * @returns the new id; undefined when there is one already
 */
export async function insertCustomerOnce(
  em: EntityManager,
  customer: NewCustomer,
  now: Date,
): Promise<string | undefined> {
  const inserted = await row<{ id: string }>(
    em,
    `insert into customer (id, full_name, email, phone, phone_canonical, company, country, city, region,
                           telegram_username, preferred_language, notes, source, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)
     on conflict do nothing returning id`,
    [
      newId(),
      customer.fullName,
      customer.email ?? null,
      customer.phone ?? null,
      customer.phoneCanonical ?? null,
      customer.company ?? null,
      customer.country ?? null,
      customer.city ?? null,
      customer.region ?? null,
      customer.telegramUsername ?? null,
      customer.preferredLanguage ?? null,
      customer.notes ?? null,
      customer.source,
      now,
    ],
  );
  return inserted?.id;
}

/** The customer with this e-mail address (in lower case), this canonical phone, or this id. */
export async function findCustomerId(
  em: EntityManager,
  by: 'id' | 'email' | 'phone',
  value: string,
): Promise<string | undefined> {
  const found = await row<{ id: string }>(em, `select id from customer where ${COLUMN_OF[by]} = $1`, [value]);
  return found?.id;
}

const COLUMN_OF = { id: 'id', email: 'email', phone: 'phone_canonical' } as const;

/** Customers by id, in no order. */
export function findCustomers(em: EntityManager, ids: readonly string[]): Promise<CustomerListRow[]> {
  return rows(
    em,
    `select id, full_name as "fullName", email, phone, company, country, city, region,
            telegram_username as "telegramUsername", preferred_language as "preferredLanguage", notes, source, revision,
            created_at as "createdAt", updated_at as "updatedAt"
       from customer where id = any($1::uuid[])`,
    [ids],
  );
}
