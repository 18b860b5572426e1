import { Migration } from '@mikro-orm/migrations';

/**
 * Customers are tallied by where they live and by where they came from, each alone (ADR 24): a count by one of them
 * read up to a million of them.
 */
export class CustomerTallies20261125 extends Migration {
  override up(): void {
    for (const statement of [...unfollowed, ...followed, ...recounts]) this.addSql(statement);
  }
}

/** The column of each tally. The first is that of migration 2026-11-22h. */
const tallies: Readonly<Record<string, string>> = {
  customer: 'preferred_language',
  customer_country: 'country',
  customer_city: 'city',
  customer_region: 'region',
  customer_source: 'source',
};
const columns = Object.values(tallies);
const subjects = Object.keys(tallies)
  .map((subject) => `'${subject}'`)
  .join(', ');

/** @param of the rows of a relation, or one row and `where` it counts */
function counts(value: (column: string) => string, count: string, of: (column: string) => string): string {
  return Object.entries(tallies)
    .map(([subject, column]) => `select '${subject}', array[${value(column)}]::text[], ${count}${of(column)}`)
    .join(' union all ');
}

const countsIn = (rows: string, sign = '') =>
  counts(
    (column) => `r.${column}`,
    `${sign}count(*)`,
    () => ` from ${rows} r group by 2`,
  );
/** Only those whose word changes. */
const countsOf = (row: string, sign = '') =>
  counts(
    (column) => `${row}.${column}`,
    `${sign}1`,
    (column) => ` where old.${column} is distinct from new.${column}`,
  );

const CHANGES = ['come', 'go', 'move', 'clear'];
const unfollowed = CHANGES.flatMap((change) => [
  `drop trigger "customer_tally_${change}" on "customer"`,
  `drop function "customer_tally_${change}"()`,
]);

const body = (statement: string) => `returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`;
const add = (rows: string) => body(`insert into tally_change (subject, key, count) ${rows}`);
const rowOf = (row: string) => `(${columns.map((column) => `${row}.${column}`).join(', ')})`;

const followed = [
  `create function "customer_tally_come"() ${add(countsIn('new_rows'))}`,
  `create function "customer_tally_go"() ${add(countsIn('old_rows', '-'))}`,
  `create function "customer_tally_move"() ${add(`${countsOf('old', '-')} union all ${countsOf('new')}`)}`,
  `create function "customer_tally_clear"() ${body(
    `delete from tally where subject in (${subjects}); delete from tally_change where subject in (${subjects})`,
  )}`,
  `create trigger "customer_tally_come" after insert on "customer"
   referencing new table as new_rows for each statement execute function "customer_tally_come"()`,
  `create trigger "customer_tally_go" after delete on "customer"
   referencing old table as old_rows for each statement execute function "customer_tally_go"()`,
  `create trigger "customer_tally_move" after update on "customer"
   for each row when (${rowOf('old')} is distinct from ${rowOf('new')}) execute function "customer_tally_move"()`,
  `create trigger "customer_tally_clear" after truncate on "customer"
   for each statement execute function "customer_tally_clear"()`,
];

const count = [
  `delete from tally_change where subject in (${subjects})`,
  `delete from tally where subject in (${subjects})`,
  `insert into tally (subject, key, count) ${countsIn('customer')}`,
];

const recounts = [
  ...count,
  // It empties the tallies and counts everything else.
  'alter function "tally_recount"() rename to "tally_recount_sums"',
  `create function "tally_recount"() returns void language plpgsql as $$
  begin
    lock table "customer" in share mode;
    perform tally_recount_sums();
    ${count.join(';\n    ')};
  end $$`,
];
