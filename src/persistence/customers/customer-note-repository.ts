import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../query.ts';

export interface CustomerNoteListRow {
  readonly id: string;
  readonly customerId: string;
  readonly content: string;
  readonly authorId: string;
  readonly createdAt: Date;
}

/** The latest notes of many customers, newest first within each. */
export function findNotesOfCustomers(
  em: EntityManager,
  customerIds: readonly string[],
  limit: number,
): Promise<CustomerNoteListRow[]> {
  return rows(
    em,
    `select n.id, n.customer_id as "customerId", n.content, n.author_id as "authorId", n.created_at as "createdAt"
       from unnest($1::uuid[]) as c(id)
      cross join lateral (
        select * from customer_note where customer_id = c.id order by created_at desc, id desc limit $2) n
      order by n.created_at desc, n.id desc`,
    [customerIds, limit],
  );
}
