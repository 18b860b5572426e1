import type { EntityManager } from '@mikro-orm/postgresql';
import type { Queryable } from '../../model/ports.ts';
import { execute, row, rows } from '../sql/query.ts';

/** Somebody on the list of erased customers. */
export interface ErasedCustomerEntry {
  readonly id: string;
  readonly erasedAt: Date;
}

/** The open records that prevent the erasure of a customer: numbers of preorders and sales, serials of devices. */
export interface OpenBusiness {
  readonly preorders: readonly string[];
  readonly sales: readonly string[];
  readonly devices: readonly string[];
}

const OPEN_BUSINESS = `
  select array(select number from preorder where customer_id = $1 and deleted_at is null
                  and status not in ('FULFILLED', 'CANCELLED') order by created_at, id) as preorders,
         array(select number from sale where customer_id = $1 and status in ('DRAFT', 'PENDING')
                order by created_at, id) as sales,
         array(select serial from device d where owner_id = $1
                  and (status in ('CLAIMED', 'ACTIVE')
                       or exists (select from pairing p where p.device_id = d.id and p.revoked_at is null
                                     and p.epoch = d.pairing_epoch))
                order by created_at, id) as devices`;

/** Reads the open records of a customer. Lock the customer first, so that none is added. */
export async function findOpenBusiness(em: EntityManager, customerId: string): Promise<OpenBusiness> {
  return (await row<OpenBusiness>(em, OPEN_BUSINESS, [customerId])) ?? { preorders: [], sales: [], devices: [] };
}

/** True if a customer has no records: no preorder, sale, device, app or note. */
export async function hasNoRecords(em: EntityManager, customerId: string): Promise<boolean> {
  const found = await row(
    em,
    `select where not exists (select from preorder where customer_id = $1)
              and not exists (select from sale where customer_id = $1)
              and not exists (select from device where owner_id = $1)
              and not exists (select from device_event where to_owner_id = $1)
              and not exists (select from pairing where customer_id = $1)
              and not exists (select from customer_note where customer_id = $1)
              and exists (select from customer where id = $1 and anonymized_at is null)`,
    [customerId],
  );
  return found !== undefined;
}

/**
 * Adds a customer to the list, whose trigger erases the person: every text about them or by them, in every table (ADR 42). A
 * customer on the list is erased again; one who is not in the database is only listed.
 * @param erasedAt of a new entry
 * @param now the time at which it is applied
 */
export async function eraseCustomer(
  em: EntityManager,
  { id, erasedAt }: ErasedCustomerEntry,
  now: Date,
): Promise<void> {
  await execute(
    em,
    `insert into erased_customer (id, erased_at, applied_at) values ($1, $2, $3)
     on conflict (id) do update set applied_at = excluded.applied_at`,
    [id, erasedAt, now],
  );
}

/** The list of erased customers, in the order in which they were erased. */
export function findErasedCustomers(em: Queryable): Promise<ErasedCustomerEntry[]> {
  return rows(em, 'select id, erased_at as "erasedAt" from erased_customer order by erased_at, id');
}

/** The customers on the list whose identity is in the database: a restored backup has brought them back. */
export function findReturnedCustomers(em: Queryable): Promise<ErasedCustomerEntry[]> {
  return rows(
    em,
    `select e.id, e.erased_at as "erasedAt" from erased_customer e join customer c on c.id = e.id
      where c.anonymized_at is null order by e.erased_at, e.id`,
  );
}

/** True if the identity of a customer is in the database. */
export async function isKnown(em: EntityManager, id: string): Promise<boolean> {
  return (await row(em, 'select 1 from customer where id = $1 and anonymized_at is null', [id])) !== undefined;
}
