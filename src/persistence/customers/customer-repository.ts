import type { EntityManager } from '@mikro-orm/postgresql';
import type { Locale } from '../../domain/vocabulary.ts';
import { newId } from '../columns.ts';
import { execute, row, rows } from '../query.ts';

/**
 * Makes a customer, unless there is one with this e-mail address already; the address decides, however many try at once.
 * @param customer `email` in lower case
 * @returns the customer's id, and whether this call made it
 */
export async function insertCustomerOnce(
  em: EntityManager,
  customer: { readonly email: string; readonly fullName: string; readonly at: Date },
): Promise<{ id: string; created: boolean }> {
  const inserted = await execute(
    em,
    `insert into customer (id, full_name, email, created_at, updated_at) values ($1, $2, $3, $4, $4)
     on conflict (email) do nothing`,
    [newId(), customer.fullName, customer.email, customer.at],
  );
  const found = await row<{ id: string }>(em, 'select id from customer where email = $1', [customer.email]);
  if (!found) throw new Error('A customer with this e-mail address was there a moment ago.');
  return { id: found.id, created: inserted > 0 };
}

export interface CustomerListRow {
  readonly id: string;
  readonly fullName: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly company: string | null;
  readonly country: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly telegramUsername: string | null;
  readonly preferredLanguage: Locale | null;
  readonly notes: string | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Customers by id, in no order. */
export function findCustomers(em: EntityManager, ids: readonly string[]): Promise<CustomerListRow[]> {
  return rows(
    em,
    `select id, full_name as "fullName", email, phone, company, country, city, region,
            telegram_username as "telegramUsername", preferred_language as "preferredLanguage", notes, revision,
            created_at as "createdAt", updated_at as "updatedAt"
       from customer where id = any($1::uuid[])`,
    [ids],
  );
}
