import { Migration } from '@mikro-orm/migrations';

/**
 * Tallies: how many rows of a table have the same words, and the figures of the sales of each hour, kept by triggers in the
 * transaction that writes (ADR 24). A writer only adds rows to the tables of changes, so that writers never wait for each
 * other; a job folds them into the tallies.
 */
export class Tallies20261122 extends Migration {
  override up(): void {
    for (const statement of [...tables, presences, ...tallies.flatMap(following), ...saleHours, recount])
      this.addSql(statement);
    this.addSql('select tally_recount()');
  }
}

interface Tally {
  readonly table: string;
  /** Columns of text with few values. */
  readonly by: readonly string[];
  /** The condition of the rows that count, of a row `r`. */
  readonly where?: string;
}

const tallies: readonly Tally[] = [
  { table: 'device', by: ['status', 'model', 'hardware_revision', 'firmware_channel'] },
  { table: 'customer', by: ['preferred_language'] },
  { table: 'sale', by: ['status', 'payment_status', 'sales_channel', 'currency'] },
  {
    table: 'preorder',
    by: ['status', 'locale', 'product_color', 'payment_method', 'currency'],
    where: 'r.deleted_at is null',
  },
  { table: 'claim_code', by: ['status'] },
  { table: 'device_event', by: ['to_status'] },
  { table: 'refund', by: ['device_disposition'] },
  { table: 'audit_entry', by: ['action', 'actor_type', 'target_kind', 'transport'] },
];

const tables = [
  `create table "tally" (
    "subject" text not null,
    "key" text[] not null,
    "count" bigint not null,
    primary key ("subject", "key")
  )`,
  // Without an index: it is short, and read whole.
  `create table "tally_change" (
    "subject" text not null,
    "key" text[] not null,
    "count" bigint not null
  )`,
];

// What heartbeats change is counted now and then, by a job: a heartbeat pays nothing for it.
const presences = `create table "presence_tally" (
    "at" timestamptz(3) not null,
    "online_threshold_minutes" int not null,
    "active_threshold_days" int not null,
    "hardware_revision" text not null,
    "firmware_version" text not null,
    "seen" int not null,
    "online" int not null,
    "active" int not null,
    primary key ("hardware_revision", "firmware_version")
  )`;

function keyOf({ by }: Tally, row: string): string {
  return `array[${by.map((column) => `${row}.${column}`).join(', ')}]::text[]`;
}

/** The triggers of a table: once a statement where rows come or go, for each row that changes its words. */
function following(tally: Tally): string[] {
  const { table, by, where = 'true' } = tally;
  const counted = (row: string) => where.replaceAll('r.', `${row}.`);
  const words = (row: string) => `(${[...by.map((column) => `${row}.${column}`), `(${counted(row)})`].join(', ')})`;
  const body = (statement: string) => `returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`;
  const add = (rows: string, sign: string) =>
    body(`insert into tally_change (subject, key, count)
      select '${table}', ${keyOf(tally, 'r')}, ${sign}count(*) from ${rows} r where ${where} group by 2`);
  return [
    `create function "${table}_tally_come"() ${add('new_rows', '')}`,
    `create function "${table}_tally_go"() ${add('old_rows', '-')}`,
    `create function "${table}_tally_move"() ${body(
      `insert into tally_change (subject, key, count)
       select '${table}', ${keyOf(tally, 'old')}, -1 where ${counted('old')}
       union all select '${table}', ${keyOf(tally, 'new')}, 1 where ${counted('new')}`,
    )}`,
    `create function "${table}_tally_clear"() ${body(
      `delete from tally where subject = '${table}'; delete from tally_change where subject = '${table}'`,
    )}`,
    `create trigger "${table}_tally_come" after insert on "${table}"
     referencing new table as new_rows for each statement execute function "${table}_tally_come"()`,
    `create trigger "${table}_tally_go" after delete on "${table}"
     referencing old table as old_rows for each statement execute function "${table}_tally_go"()`,
    `create trigger "${table}_tally_move" after update on "${table}"
     for each row when (${words('old')} is distinct from ${words('new')}) execute function "${table}_tally_move"()`,
    `create trigger "${table}_tally_clear" after truncate on "${table}"
     for each statement execute function "${table}_tally_clear"()`,
  ];
}

const FIGURES = ['orders', 'cancelled', 'gross', 'discount', 'refunded'];
const amounts = FIGURES.map((figure) => `"${figure}" bigint not null`).join(', ');

const saleTables = [
  // Each sale is in four parts: those of all sales, of its channel, of its payment status and of its model.
  `create table "sale_hour" (
    "part" text not null,
    "hour" timestamptz(3) not null,
    "currency" text not null,
    "value" text not null,
    ${amounts},
    primary key ("part", "hour", "currency", "value")
  )`,
  `create table "sale_hour_change" (
    "hour" timestamptz(3) not null,
    "currency" text not null,
    "sales_channel" text not null,
    "payment_status" text not null,
    "model" text not null,
    ${amounts}
  )`,
];

/** The sales of a relation as rows of `sale_hour_change`. @param sign -1 takes them away */
const asChanges = (rows: string, sign: string) => `
  select date_trunc('hour', r.sold_at, 'UTC') as hour, r.currency, r.sales_channel, r.payment_status, d.model,
         ${sign}count(*) filter (where r.status <> 'CANCELLED') as orders,
         ${sign}count(*) filter (where r.status = 'CANCELLED') as cancelled,
         ${sign}coalesce(sum(r.unit_price) filter (where r.status <> 'CANCELLED'), 0)::bigint as gross,
         ${sign}coalesce(sum(r.discount) filter (where r.status <> 'CANCELLED'), 0)::bigint as discount,
         ${sign}coalesce(sum(r.refunded_total) filter (where r.status <> 'CANCELLED'), 0)::bigint as refunded
    from ${rows} r join device d on d.id = r.device_id group by 1, 2, 3, 4, 5`;
const saleHourFunction = (name: string, statement: string) =>
  `create function "${name}"() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`;
const MOVED = [
  'sold_at',
  'currency',
  'sales_channel',
  'payment_status',
  'status',
  'unit_price',
  'discount',
  'refunded_total',
];
const movedWords = (row: string) => `(${[...MOVED, 'device_id'].map((column) => `${row}.${column}`).join(', ')})`;

const saleHours = [
  ...saleTables,
  saleHourFunction('sale_hour_come', `insert into sale_hour_change ${asChanges('new_rows', '')}`),
  saleHourFunction('sale_hour_go', `insert into sale_hour_change ${asChanges('old_rows', '-')}`),
  saleHourFunction(
    'sale_hour_move',
    `insert into sale_hour_change ${asChanges('(select old.*)', '-')};
     insert into sale_hour_change ${asChanges('(select new.*)', '')}`,
  ),
  saleHourFunction('sale_hour_clear', 'delete from sale_hour; delete from sale_hour_change'),
  `create trigger "sale_hour_come" after insert on "sale"
   referencing new table as new_rows for each statement execute function "sale_hour_come"()`,
  `create trigger "sale_hour_go" after delete on "sale"
   referencing old table as old_rows for each statement execute function "sale_hour_go"()`,
  `create trigger "sale_hour_move" after update on "sale"
   for each row when (${movedWords('old')} is distinct from ${movedWords('new')}) execute function "sale_hour_move"()`,
  `create trigger "sale_hour_clear" after truncate on "sale"
   for each statement execute function "sale_hour_clear"()`,
];

const saleParts = [
  ['ALL', `''`],
  ['CHANNEL', 'sales_channel'],
  ['PAYMENT_STATUS', 'payment_status'],
  ['MODEL', 'model'],
].map(
  ([
    part,
    value,
  ]) => `select '${part}', hour, currency, ${value}, ${FIGURES.map((figure) => `sum(${figure})`).join(', ')}
    from counted group by 2, 3, 4`,
);

// For this migration, and for whoever fills tables with triggers switched off.
const recount = `create function "tally_recount"() returns void language plpgsql as $$
  begin
    lock table ${tallies.map(({ table }) => `"${table}"`).join(', ')} in share mode;
    delete from tally_change;
    delete from tally;
    insert into tally (subject, key, count)
    ${tallies
      .map(
        (tally) =>
          `select '${tally.table}', ${keyOf(tally, 'r')}, count(*) from "${tally.table}" r where ${tally.where ?? 'true'} group by 2`,
      )
      .join(' union all ')};
    delete from sale_hour_change;
    delete from sale_hour;
    with counted as materialized (${asChanges('sale', '')})
    insert into sale_hour ${saleParts.join(' union all ')};
  end $$`;
