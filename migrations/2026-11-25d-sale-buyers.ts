import { Migration } from '@mikro-orm/migrations';

/**
 * What the sales report reads (ADR 29): the figures of sales by the day of UTC beside those by the hour, and how many customers
 * bought on a day of the business and again on another, which a job counts once it knows the time zone of these days.
 */
export class SaleBuyers20261125 extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const FIGURES = ['orders', 'cancelled', 'gross', 'discount', 'refunded'];
const summed = FIGURES.map((figure) => `sum(${figure})`).join(', ');
const days = `insert into sale_hour (part, hour, currency, value, ${FIGURES.join(', ')})
   select part || '_DAY', date_trunc('day', hour, 'UTC'), currency, value, ${summed} from sale_hour group by 1, 2, 3, 4`;

/** The sales of a relation as rows of `sale_hour_change`. @param sign -1 takes them away */
const asChanges = (rows: string, sign: string) => `
  select date_trunc('hour', r.sold_at, 'UTC') as hour, r.currency, r.sales_channel, r.payment_status, d.model,
         ${sign}count(*) filter (where r.status <> 'CANCELLED') as orders,
         ${sign}count(*) filter (where r.status = 'CANCELLED') as cancelled,
         ${sign}coalesce(sum(r.unit_price) filter (where r.status <> 'CANCELLED'), 0)::bigint as gross,
         ${sign}coalesce(sum(r.discount) filter (where r.status <> 'CANCELLED'), 0)::bigint as discount,
         ${sign}coalesce(sum(r.refunded_total) filter (where r.status <> 'CANCELLED'), 0)::bigint as refunded
    from ${rows} r join device d on d.id = r.device_id group by 1, 2, 3, 4, 5`;

const asBuyers = (rows: string, count: string) =>
  `select r.currency, r.customer_id, r.sold_at, ${count} from ${rows} r where r.status <> 'CANCELLED'`;

const procedure = (name: string, statement: string) =>
  `create or replace function "${name}"() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`;

const buys = (row: string) => `(${row}.sold_at, ${row}.currency, ${row}.customer_id, ${row}.status = 'CANCELLED')`;

const statements = [
  // Days of UTC are parts of their own in the table of the hours.
  days,

  // Part DAY: the customers of a day, with `before` = `day`; AGAIN and AGAIN_MONTH: those of them who bought before, by the day or its month.
  `create table "sale_buyers" (
    "part" text not null,
    "currency" text not null,
    "before" date not null,
    "day" date not null,
    "count" bigint not null,
    primary key ("part", "currency", "before", "day")
  )`,
  // The time zone of the days; no row before they were counted.
  `create table "sale_buyers_zone" ("zone" text not null)`,
  // Without an index: it is short, and read whole.
  `create table "sale_buyer_change" (
    "currency" text not null,
    "customer_id" uuid not null,
    "sold_at" timestamptz(3) not null,
    "count" int not null
  )`,
  procedure(
    'sale_hour_come',
    `insert into sale_hour_change ${asChanges('new_rows', '')}; insert into sale_buyer_change ${asBuyers('new_rows', '1')}`,
  ),
  procedure(
    'sale_hour_go',
    `insert into sale_hour_change ${asChanges('old_rows', '-')}; insert into sale_buyer_change ${asBuyers('old_rows', '-1')}`,
  ),
  procedure(
    'sale_buyer_move',
    `insert into sale_buyer_change ${asBuyers('(select old.*)', '-1')} union all ${asBuyers('(select new.*)', '1')}`,
  ),
  procedure(
    'sale_hour_clear',
    'delete from sale_hour; delete from sale_hour_change; delete from sale_buyers; delete from sale_buyer_change',
  ),
  `create trigger "sale_buyer_move" after update on "sale"
   for each row when (${buys('old')} is distinct from ${buys('new')}) execute function "sale_buyer_move"()`,
  // It has the hours, of nothing but which the days follow. The job counts the customers.
  'alter function "tally_recount"() rename to "tally_recount_hours"',
  `create function "tally_recount"() returns void language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('karvon:foldSaleBuyers', 0));
    perform tally_recount_hours();
    ${days};
    delete from sale_buyer_change;
    delete from sale_buyers;
    delete from sale_buyers_zone;
  end $$`,
];
