import { PreorderRecord } from '../../model/records/preorder.ts';
import { csvColumnsOf, listOf } from '../record-list.ts';
import { type SqlFragment, sql } from '../sql.ts';

const source = { from: 'preorder p', alias: 'p' };

/** Preorders, newest first. Combine with `notDeleted`. */
export const preorderList = listOf(PreorderRecord, source);

/** The columns of the export, by their names in the file. */
export const preorderExport = {
  ...csvColumnsOf(PreorderRecord, source),
  assignedAdmin: '(select a.name from admin a where a.id = p.assigned_admin_id)',
};

/** Excludes tombstones. */
export const notDeleted = sql`p.deleted_at is null`;

/** The latest preorders of each customer. @param limit preorders per customer */
export function latestOf(customerIds: readonly string[], limit: number): SqlFragment {
  return sql`p.id in (
    select o.id from unnest(${customerIds}::uuid[]) as c(id)
     cross join lateral (select id from preorder where customer_id = c.id and deleted_at is null
                          order by created_at desc, id desc limit ${limit}) o)`;
}
