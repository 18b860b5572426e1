import { Migration } from '@mikro-orm/migrations';

/**
 * Sales are tallied by each of their amounts (ADR 24): a business has some hundred prices, and a count of the sales from a price on compared up
 * to two million entries of an index.
 */
export class AmountTallies20261125 extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const amounts = ['unit_price', 'discount', 'total', 'refunded_total'];
const subjects = amounts.map((amount) => `'sale_${amount}'`).join(', ');

const union = (selectOf: (amount: string) => string) => amounts.map(selectOf).join(' union all ');
/** The sales of a relation as rows of the tallies. @param sign `-` takes them away */
const countsIn = (rows: string, sign = '') =>
  union((amount) => `select 'sale_${amount}', array[r.${amount}]::text[], ${sign}count(*) from ${rows} r group by 2`);
/** One sale, for the amounts that change. */
const countsOf = (row: string, sign = '') =>
  union(
    (amount) =>
      `select 'sale_${amount}', array[${row}.${amount}]::text[], ${sign}1 where old.${amount} is distinct from new.${amount}`,
  );

const procedure = (change: string, statement: string) =>
  `create function "sale_amount_${change}"() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`;
const add = (rows: string) => `insert into tally_change (subject, key, count) ${rows}`;
const rowOf = (row: string) => `(${amounts.map((amount) => `${row}.${amount}`).join(', ')})`;
const forget = ['tally_change', 'tally'].map((table) => `delete from "${table}" where subject in (${subjects})`);
const count = `insert into tally (subject, key, count) ${countsIn('sale')}`;

const statements = [
  procedure('come', add(countsIn('new_rows'))),
  procedure('go', add(countsIn('old_rows', '-'))),
  procedure('move', add(`${countsOf('old', '-')} union all ${countsOf('new')}`)),
  procedure('clear', forget.join('; ')),
  `create trigger "sale_amount_come" after insert on "sale"
   referencing new table as new_rows for each statement execute function "sale_amount_come"()`,
  `create trigger "sale_amount_go" after delete on "sale"
   referencing old table as old_rows for each statement execute function "sale_amount_go"()`,
  `create trigger "sale_amount_move" after update on "sale"
   for each row when (${rowOf('old')} is distinct from ${rowOf('new')}) execute function "sale_amount_move"()`,
  `create trigger "sale_amount_clear" after truncate on "sale"
   for each statement execute function "sale_amount_clear"()`,
  count,
  // It empties the tallies and counts everything else.
  'alter function "tally_recount"() rename to "tally_recount_batches"',
  `create function "tally_recount"() returns void language plpgsql as $$
  begin
    lock table "sale" in share mode;
    perform tally_recount_batches();
    ${[...forget, count].join(';\n    ')};
  end $$`,
];
