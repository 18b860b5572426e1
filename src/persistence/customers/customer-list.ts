import type { PreorderStatus } from '../../model/enums.ts';
import { CustomerRecord } from '../../model/records/customer.ts';
import { csvColumnsOf, listOf } from '../record-list.ts';
import { type SqlFragment, sql } from '../sql.ts';

const source = { from: 'customer c', alias: 'c' };

/** Customers, newest first. */
export const customerList = listOf(CustomerRecord, source);

/** The columns of the export, by their names in the file. */
export const customerExport = csvColumnsOf(CustomerRecord, source);

/** Who has a preorder in that status. */
export function withPreorderIn(status: PreorderStatus): SqlFragment {
  return withPreorder(sql`p.status = ${status}`);
}

/** Who came from there, or has preordered from there. */
export function cameFrom(source: string): SqlFragment {
  return sql`c.source = ${source} or ${withPreorder(sql`p.utm_source = ${source}`)}`;
}

/** Who has a preorder that an admin looks after. */
export function lookedAfterBy(adminId: string): SqlFragment {
  return withPreorder(sql`p.assigned_admin_id = ${adminId}::uuid`);
}

/** Deleted preorders are tombstones: they say nothing of the customer any more. */
function withPreorder(condition: SqlFragment): SqlFragment {
  return sql`exists (select 1 from preorder p where p.customer_id = c.id and p.deleted_at is null and ${condition})`;
}
