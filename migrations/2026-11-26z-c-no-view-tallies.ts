import { Migration } from '@mikro-orm/migrations';

/** The preorder report counts the visits of its page, sources and regions (ADR 52): their tallies, and what keeps them, go. */
export class NoViewTallies20261126 extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const VIEWS = ['preorder_view_event', 'preorder_view_day'];

const unfollowed = VIEWS.flatMap((table) =>
  ['come', 'go', 'move', 'clear'].flatMap((change) => [
    `drop trigger "${table}_tally_${change}" on "${table}"`,
    `drop function "${table}_tally_${change}"()`,
  ]),
);

const forget = (...subjects: readonly string[]) =>
  ['tally_change', 'tally'].map(
    (table) => `delete from "${table}" where subject in (${subjects.map((subject) => `'${subject}'`).join(', ')})`,
  );

const WORDS = ['status', 'locale', 'product_color', 'payment_method', 'currency'];
const SUMS = ['r.quantity', 'r.full_price * r.quantity', 'r.deposit_amount * r.quantity'];
const of = (sql: string, row: string) => sql.replaceAll('r.', `${row}.`);

/** Preorders as rows of their tally, as migration 2026-11-25c has them. @param sign `-` takes them away */
const counts = (rows: string, sign = '') =>
  `select 'preorder', array[${WORDS.map((word) => `r.${word}`).join(', ')}]::text[], ${sign}count(*),
          array[${SUMS.map((sum) => `coalesce(${sign}sum(${sum}), 0)`).join(', ')}, 0]::bigint[]
     from ${rows} r where r.deleted_at is null group by 2`;
const countOf = (row: string, sign = '') =>
  `select 'preorder', array[${WORDS.map((word) => `${row}.${word}`).join(', ')}]::text[], ${sign}1,
          array[${SUMS.map((sum) => `coalesce(${sign}(${of(sum, row)}), 0)`).join(', ')}, 0]::bigint[] where ${row}.deleted_at is null`;
const known = (row: string) =>
  `(${[...WORDS.map((word) => `${row}.${word}`), ...SUMS.map((sum) => of(sum, row)), `(${row}.deleted_at is null)`].join(', ')})`;

const procedure = (change: string, statement: string) =>
  `create or replace function "preorder_tally_${change}"() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`;
const add = (rows: string) => `insert into tally_change (subject, key, count, sums) ${rows}`;

const sales = `select 'sale', array[r.status, r.payment_status, r.sales_channel, r.currency]::text[], count(*),
          array[sum(r.unit_price), sum(r.discount), sum(r.total), sum(r.refunded_total)]::bigint[] from sale r group by 2`;

const statements = [
  ...unfollowed,
  procedure('come', add(counts('new_rows'))),
  procedure('go', add(counts('old_rows', '-'))),
  procedure('move', add(`${countOf('old', '-')} union all ${countOf('new')}`)),
  procedure('clear', forget('preorder').join('; ')),
  'drop trigger "preorder_tally_move" on "preorder"',
  `create trigger "preorder_tally_move" after update on "preorder"
   for each row when (${known('old')} is distinct from ${known('new')}) execute function "preorder_tally_move"()`,
  ...forget(...VIEWS, 'preorder_source', 'preorder_region'),
  // The step of `tally_recount` that migration 2026-11-25c added, for what is left of it.
  `create or replace function "tally_recount_hours"() returns void language plpgsql as $$
  begin
    lock table "sale", "preorder" in share mode;
    perform tally_recount_counts();
    ${[...forget('sale', 'preorder'), `insert into tally (subject, key, count, sums) ${sales} union all ${counts('preorder')}`].join('; ')};
  end $$`,
];
