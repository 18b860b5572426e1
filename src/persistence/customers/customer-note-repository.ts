import type { EntityManager } from '@mikro-orm/postgresql';
import { CustomerNoteRecord, type CustomerNoteView } from '../../model/records/customer.ts';
import { rows } from '../query.ts';
import { selectList } from '../record-list.ts';

const columns = selectList(CustomerNoteRecord, { alias: 'n' });

/** The latest notes of each customer, newest first. */
export function findNotesOfCustomers(
  em: EntityManager,
  customerIds: readonly string[],
  limit: number,
): Promise<CustomerNoteView[]> {
  return rows(
    em,
    `select ${columns}
       from unnest($1::uuid[]) as c(id)
      cross join lateral (
        select * from customer_note where customer_id = c.id order by created_at desc, id desc limit $2) n
      order by n.created_at desc, n.id desc`,
    [customerIds, limit],
  );
}
