import type { PreorderStatus } from '../../model/enums.ts';
import { CustomerNoteRecord, CustomerRecord } from '../../model/records/customer.ts';
import { longNameOrder } from '../lists/list-text.ts';
import { csvColumnsOf, listOf } from '../lists/record-list.ts';
import { type SqlFragment, sql } from '../sql/sql.ts';

/** SQL of what customers are sorted by name by: an app may give one of any length, and an index takes no long text. */
export const NAME_ORDER = longNameOrder('c.full_name');

/** SQL of customers whose phone number an older one has: all others with a number have its canonical form. */
export const SHARES_PHONE = `(c.phone is not null and c.phone_canonical is null and phone_form(c.phone) ~ '^[0-9]{7,15}$')`;

const source = {
  table: 'customer c',
  alias: 'c',
  columns: { sharesPhone: SHARES_PHONE },
  orders: { fullName: NAME_ORDER },
  tallies: ['customer', 'customer_country', 'customer_city', 'customer_region', 'customer_source'],
} as const;

/** Customers, newest first. */
export const customerList = listOf(CustomerRecord, source);

/** Notes about customers. */
export const customerNoteList = listOf(CustomerNoteRecord, { table: 'customer_note n', alias: 'n' });

/** The columns of the export, by their names in the file. */
export const customerExport = csvColumnsOf(CustomerRecord, source);

/** Customers with a preorder in the status. */
export function withPreorderIn(status: PreorderStatus): SqlFragment {
  return withPreorder(sql`p.status = ${status}`);
}

/** Customers who came from the source, or have a preorder from it. */
export function hasSource(source: string): SqlFragment {
  return sql`c.source = ${source} or ${withPreorder(sql`p.utm_source = ${source}`)}`;
}

/** Customers with a preorder assigned to the admin. */
export function isAssignedTo(adminId: string): SqlFragment {
  return withPreorder(sql`p.assigned_admin_id = ${adminId}::uuid`);
}

/** Deleted preorders are tombstones and no longer refer to a customer. */
function withPreorder(condition: SqlFragment): SqlFragment {
  return sql`exists (select 1 from preorder p where p.customer_id = c.id and p.deleted_at is null and ${condition})`;
}
