import type { PreorderStatus } from '../../model/enums.ts';
import { CustomerNoteRecord, CustomerPurchasesRecord, CustomerRecord } from '../../model/records/customer.ts';
import { longNameOrder } from '../lists/list-text.ts';
import { csvColumnsOf, listOf } from '../lists/record-list.ts';
import { Source, type SqlFragment, sql, tableSql } from '../sql/sql.ts';

const customer = new Source('customer', 'c');
const preorder = new Source('preorder', 'p');

/** SQL of what customers are sorted by name by: an app may give one of any length, and an index takes no long text. */
export function customerOrder(customer: Source): SqlFragment {
  return longNameOrder(sql`${customer}.full_name`);
}

/** SQL of customers whose phone number an older one has: all others with a number have its canonical form. */
export const SHARES_PHONE = sql`(${customer}.phone is not null and ${customer}.phone_canonical is null and phone_form(${customer}.phone) ~ '^[0-9]{7,15}$')`;

const source = {
  table: customer,
  columns: { sharesPhone: SHARES_PHONE },
  orders: { fullName: customerOrder(customer) },
  tally: 'customer',
} as const;

/** Customers, newest first. */
export const customerList = listOf(CustomerRecord, source);

/** Notes about customers. */
export const customerNoteList = listOf(CustomerNoteRecord, { table: new Source('customer_note', 'n') });

const purchases = new Source('customer_purchases', 'u');
const PURCHASES_ID = sql`md5(concat_ws(' ', ${purchases}.customer_id, ${purchases}.currency))::uuid`;

/** What customers bought, in each currency. */
export const customerPurchasesList = listOf(CustomerPurchasesRecord, {
  table: purchases,
  columns: { id: PURCHASES_ID },
  tieBreak: PURCHASES_ID,
  edges: {
    'Customer.purchases': sql`${purchases}.currency = (select default_currency from business_settings)`,
  },
  repeats: { 'Customer.purchases': { createdAt: 'customer_created_at', id: 'customer_id' } },
});

/** The columns of the export, by their names in the file. */
export const customerExport = csvColumnsOf(CustomerRecord, source);

/** Customers with a preorder in the status. */
export function withPreorderIn(status: PreorderStatus): SqlFragment {
  return withPreorder(sql`${preorder}.status = ${status}`);
}

/** Customers who came from the source, or have a preorder from it. */
export function hasSource(source: string): SqlFragment {
  return sql`${customer}.source = ${source} or ${withPreorder(sql`${preorder}.utm_source = ${source}`)}`;
}

/** Customers with a preorder assigned to the admin. */
export function isAssignedTo(adminId: string): SqlFragment {
  return withPreorder(sql`${preorder}.assigned_admin_id = ${adminId}::uuid`);
}

/** Deleted preorders are tombstones and no longer refer to a customer. */
function withPreorder(condition: SqlFragment): SqlFragment {
  return sql`exists (select 1 from ${tableSql(preorder)} where ${preorder}.customer_id = ${customer}.id and ${preorder}.deleted_at is null and ${condition})`;
}
