import { Migration } from '@mikro-orm/migrations';

/** Sales are tallied by the batch of their device (ADR 30): what share of each production run comes back is asked of all sales ever. */
export class BatchSales20261125 extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const WORDS = [
  'd.batch_id',
  'd.model',
  'd.hardware_revision',
  'r.currency',
  'r.status',
  'r.device_released_at is not null',
];
const SUMS = ['r.unit_price', 'r.discount', 'r.refunded_total'];

const key = `array[${WORDS.map((word) => `(${word})::text`).join(', ')}]`;
/** A row of a tally has four sums. */
const sums = (sign: string) => `array[${SUMS.map((sum) => `${sign}sum(${sum})`).join(', ')}, 0]::bigint[]`;

/** The sales of a relation as rows of a tally. @param sign `-` takes them away */
const countsIn = (rows: string, sign = '') =>
  `select 'sale_batch', ${key}, ${sign}count(*), ${sums(sign)} from ${rows} r join device d on d.id = r.device_id group by 2`;

const known = (row: string) =>
  `(${['device_id', 'currency', 'status', 'unit_price', 'discount', 'refunded_total'].map((column) => `${row}.${column}`).join(', ')},
    ${row}.device_released_at is null)`;

const procedure = (change: string, statement: string) =>
  `create function "sale_batch_${change}"() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`;
const add = (rows: string) => `insert into tally_change (subject, key, count, sums) ${rows}`;
const forget = ['tally_change', 'tally'].map((table) => `delete from "${table}" where subject = 'sale_batch'`);
const count = `insert into tally (subject, key, count, sums) ${countsIn('sale')}`;

const statements = [
  procedure('come', add(countsIn('new_rows'))),
  procedure('go', add(countsIn('old_rows', '-'))),
  procedure('move', add(`${countsIn('(select old.*)', '-')} union all ${countsIn('(select new.*)')}`)),
  procedure('clear', forget.join('; ')),
  `create trigger "sale_batch_come" after insert on "sale"
   referencing new table as new_rows for each statement execute function "sale_batch_come"()`,
  `create trigger "sale_batch_go" after delete on "sale"
   referencing old table as old_rows for each statement execute function "sale_batch_go"()`,
  `create trigger "sale_batch_move" after update on "sale"
   for each row when (${known('old')} is distinct from ${known('new')}) execute function "sale_batch_move"()`,
  `create trigger "sale_batch_clear" after truncate on "sale"
   for each statement execute function "sale_batch_clear"()`,
  count,
  // It empties the tallies and counts everything else.
  'alter function "tally_recount"() rename to "tally_recount_customers"',
  `create function "tally_recount"() returns void language plpgsql as $$
  begin
    lock table "sale" in share mode;
    perform tally_recount_customers();
    ${[...forget, count].join(';\n    ')};
  end $$`,
];
