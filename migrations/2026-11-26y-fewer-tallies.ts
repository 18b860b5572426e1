import { Migration } from '@mikro-orm/migrations';

/**
 * Tallies that the budget does not need go, with the triggers that keep them (ADR 24): of amounts of sales, of where customers live and come
 * from, of times that not every record has, of what presences run, and of refunds. Indexes count these in time.
 */
export class FewerTallies20261126 extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const GONE = [
  ...['unit_price', 'discount', 'total', 'refunded_total', 'claimed'].map((word) => `sale_${word}`),
  ...['country', 'city', 'region', 'source'].map((word) => `customer_${word}`),
  'device_activated',
  'device_claimed',
  'claim_code_claimed',
  'device_presence',
  'refund',
];
const CHANGES = ['come', 'go', 'move', 'clear'];
/** The triggers, each of which has a function of the same name, by their tables. */
const UNFOLLOWED: Readonly<Record<string, readonly string[]>> = {
  sale: ['sale_amount', 'sale_value'],
  device: ['device_value'],
  claim_code: ['claim_code_value'],
  device_presence: ['device_presence_tally'],
  refund: ['refund_tally'],
};

const unfollowed = Object.entries(UNFOLLOWED).flatMap(([table, names]) =>
  names.flatMap((name) =>
    CHANGES.flatMap((change) => [
      `drop trigger "${name}_${change}" on "${table}"`,
      `drop function "${name}_${change}"()`,
    ]),
  ),
);

const forget = (...subjects: readonly string[]) =>
  ['tally_change', 'tally'].map(
    (table) => `delete from "${table}" where subject in (${subjects.map((subject) => `'${subject}'`).join(', ')})`,
  );
const procedure = (change: string, statement: string) =>
  `create or replace function "customer_tally_${change}"() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`;
const add = (rows: string) => `insert into tally_change (subject, key, count) ${rows}`;
const counts = (rows: string, sign = '') =>
  `select 'customer', array[r.preferred_language]::text[], ${sign}count(*) from ${rows} r group by 2`;

/** Customers are counted by their language alone. */
const customers = [
  procedure('come', add(counts('new_rows'))),
  procedure('go', add(counts('old_rows', '-'))),
  procedure(
    'move',
    add(
      `values ('customer', array[old.preferred_language]::text[], -1), ('customer', array[new.preferred_language]::text[], 1)`,
    ),
  ),
  procedure('clear', forget('customer').join('; ')),
  'drop trigger "customer_tally_move" on "customer"',
  `create trigger "customer_tally_move" after update on "customer"
   for each row when (old.preferred_language is distinct from new.preferred_language) execute function "customer_tally_move"()`,
];

const step = (name: string, ...body: readonly string[]) =>
  `create or replace function "${name}"() returns void language plpgsql as $$ begin ${body.join('; ')}; end $$`;

/** The steps of `tally_recount` that migrations 2026-11-25b, h, k and l added, for what is left of them. */
const recount = [
  step('tally_recount_counts', 'perform tally_recount_records()'),
  step(
    'tally_recount_customers',
    'lock table "customer" in share mode',
    'perform tally_recount_sums()',
    ...forget('customer'),
    `insert into tally (subject, key, count) ${counts('customer')}`,
  ),
  // The first step counts refunds too.
  step('tally_recount', 'perform tally_recount_batches()', ...forget('refund')),
  'drop function "tally_recount_amounts"()',
];

const statements = [...unfollowed, ...customers, ...forget(...GONE), ...recount];
