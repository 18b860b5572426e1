import { Migration } from '@mikro-orm/migrations';

/**
 * Rows that have a time at all are tallied (ADR 24), where most have one: a count from a time on is then made of what lies before it, where that
 * is less. It read up to 1.4 million entries of an index.
 */
export class ValueTallies20261125 extends Migration {
  override up(): void {
    for (const statement of [...Object.entries(tables).flatMap(followed), ...counts, ...recount])
      this.addSql(statement);
  }
}

/** The columns of each table, by the subject of the tally. */
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  claim_code: { claim_code_claimed: 'claimed_at' },
  device: { device_activated: 'activated_at', device_claimed: 'claimed_at' },
  sale: { sale_claimed: 'claimed_at' },
};

type Tallies = Readonly<Record<string, string>>;

const union = (tallies: Tallies, selectOf: (subject: string, column: string) => string) =>
  Object.entries(tallies)
    .map(([subject, column]) => selectOf(subject, column))
    .join(' union all ');
const countsIn = (rows: string, tallies: Tallies, sign = '') =>
  union(
    tallies,
    (subject, column) =>
      `select '${subject}', array[]::text[], ${sign}count(*) from ${rows} r where r.${column} is not null having count(*) > 0`,
  );
/** Of one row, which gets a value or loses it. */
const change = (tallies: Tallies) =>
  union(
    tallies,
    (subject, column) =>
      `select '${subject}', array[]::text[], case when new.${column} is null then -1 else 1 end where ${changes(column)}`,
  );
const changes = (column: string) => `(old.${column} is null) <> (new.${column} is null)`;

const body = (statement: string) => `returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`;
const add = (rows: string) => body(`insert into tally_change (subject, key, count) ${rows}`);
const forget = (tallies: Tallies) => {
  const subjects = Object.keys(tallies)
    .map((subject) => `'${subject}'`)
    .join(', ');
  return ['tally_change', 'tally'].map((table) => `delete from "${table}" where subject in (${subjects})`).join('; ');
};

function followed([table, tallies]: [string, Tallies]): string[] {
  return [
    `create function "${table}_value_come"() ${add(countsIn('new_rows', tallies))}`,
    `create function "${table}_value_go"() ${add(countsIn('old_rows', tallies, '-'))}`,
    `create function "${table}_value_move"() ${add(change(tallies))}`,
    `create function "${table}_value_clear"() ${body(forget(tallies))}`,
    `create trigger "${table}_value_come" after insert on "${table}"
     referencing new table as new_rows for each statement execute function "${table}_value_come"()`,
    `create trigger "${table}_value_go" after delete on "${table}"
     referencing old table as old_rows for each statement execute function "${table}_value_go"()`,
    `create trigger "${table}_value_move" after update on "${table}"
     for each row when (${Object.values(tallies).map(changes).join(' or ')}) execute function "${table}_value_move"()`,
    `create trigger "${table}_value_clear" after truncate on "${table}"
     for each statement execute function "${table}_value_clear"()`,
  ];
}

const counts = Object.entries(tables).map(
  ([table, tallies]) => `insert into tally (subject, key, count) ${countsIn(`"${table}"`, tallies)}`,
);

const recount = [
  // It empties the tallies and counts everything else.
  'alter function "tally_recount"() rename to "tally_recount_amounts"',
  `create function "tally_recount"() returns void language plpgsql as $$
  begin
    lock table "device", "sale", "claim_code" in share mode;
    perform tally_recount_amounts();
    ${[...Object.values(tables).map(forget), ...counts].join(';\n    ')};
  end $$`,
];
