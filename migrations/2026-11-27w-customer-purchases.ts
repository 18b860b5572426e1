import { Migration } from '@mikro-orm/migrations';

/**
 * What each customer bought, for each currency (ADR 60): how many sales that were not cancelled, what they were sold for, and what was refunded.
 * Lists of customers are sorted by it, so it is a row that an index has and no sum of changes: a sale waits for another one of the same customer.
 */
export class CustomerPurchases20261127 extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const known = (row: string) =>
  `(${['customer_id', 'currency', 'total', 'refunded_total'].map((column) => `${row}.${column}`).join(', ')}, ${row}.status = 'CANCELLED')`;
const signed = (row: string, sign: string) =>
  `select ${row}.customer_id, ${row}.currency, ${sign}1 as orders, ${sign}${row}.total as revenue, ${sign}${row}.refunded_total as refunded
    where ${row}.status <> 'CANCELLED'`;
const each = (rows: string, sign = '') =>
  `select r.customer_id, r.currency, ${sign}1 as orders, ${sign}r.total as revenue, ${sign}r.refunded_total as refunded
     from ${rows} r where r.status <> 'CANCELLED'`;

/** Adds to the rows of customers, always in the same order, so that two writers do not lock them crosswise; who has bought nothing has no row. */
const add = (changes: string) => `
  insert into customer_purchases as p (customer_id, currency, customer_created_at, orders, revenue, refunded)
  select r.customer_id, r.currency, c.created_at, sum(r.orders), sum(r.revenue), sum(r.refunded)
    from (${changes}) r join customer c on c.id = r.customer_id group by 1, 2, 3
  having (sum(r.orders), sum(r.revenue), sum(r.refunded)) <> (0, 0, 0) order by 1, 2
  on conflict (customer_id, currency) do update
    set orders = p.orders + excluded.orders, revenue = p.revenue + excluded.revenue, refunded = p.refunded + excluded.refunded`;
const forget = (customers: string) =>
  `delete from customer_purchases where orders = 0 and customer_id in (${customers})`;

const procedure = (name: string, ...body: readonly string[]) =>
  `create function "customer_purchases_${name}"() returns trigger language plpgsql as $$ begin ${body.join('; ')}; return null; end $$`;

const order = (column: string) =>
  `create index "customer_purchases_${column}_index" on "customer_purchases" ("currency", "${column}", "customer_created_at", "customer_id")`;

const statements = [
  `create table "customer_purchases" (
    "customer_id" uuid not null references "customer" ("id") on delete cascade,
    "currency" text not null,
    "customer_created_at" timestamptz(3) not null,
    "orders" int not null,
    "revenue" bigint not null,
    "refunded" bigint not null,
    "net_revenue" bigint not null generated always as (revenue - refunded) stored,
    primary key ("customer_id", "currency")
  )`,
  add(each('"sale"')),
  ...['orders', 'revenue', 'net_revenue'].map(order),
  procedure('come', add(each('new_rows'))),
  procedure('go', add(each('old_rows', '-')), forget('select customer_id from old_rows')),
  procedure(
    'move',
    add(`${signed('old', '-')} union all ${signed('new', '')}`),
    forget('old.customer_id, new.customer_id'),
  ),
  procedure('clear', 'delete from customer_purchases'),
  `create trigger "customer_purchases_come" after insert on "sale"
   referencing new table as new_rows for each statement execute function "customer_purchases_come"()`,
  `create trigger "customer_purchases_go" after delete on "sale"
   referencing old table as old_rows for each statement execute function "customer_purchases_go"()`,
  `create trigger "customer_purchases_move" after update on "sale"
   for each row when (${known('old')} is distinct from ${known('new')}) execute function "customer_purchases_move"()`,
  `create trigger "customer_purchases_clear" after truncate on "sale"
   for each statement execute function "customer_purchases_clear"()`,
  'alter function "tally_recount"() rename to "tally_recount_kept"',
  `create function "tally_recount"() returns void language plpgsql as $$
  begin
    perform tally_recount_kept();
    lock table "sale" in share mode;
    delete from customer_purchases;
    ${add(each('"sale"'))};
  end $$`,
];
