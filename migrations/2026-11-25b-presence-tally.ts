import { Migration } from '@mikro-orm/migrations';

/**
 * How many devices run each firmware, kept as the other tallies (migration 2026-11-22h, ADR 24). A heartbeat that reports the
 * firmware of the one before pays a comparison.
 */
export class PresenceTally20261125 extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const WORDS = ['device_hardware_revision', 'firmware_version', 'firmware_build_number'];
const keyOf = (row: string) => `array[${WORDS.map((column) => `${row}.${column}`).join(', ')}]::text[]`;
const wordsOf = (row: string) => `(${WORDS.map((column) => `${row}.${column}`).join(', ')})`;
const define = (name: string, body: string) =>
  `create function "${name}"() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`;

const statements = [
  define(
    'device_presence_tally_come',
    `insert into tally_change (subject, key, count) values ('device_presence', ${keyOf('new')}, 1)`,
  ),
  define(
    'device_presence_tally_go',
    `insert into tally_change (subject, key, count) select 'device_presence', ${keyOf('r')}, -count(*) from old_rows r group by 2`,
  ),
  define(
    'device_presence_tally_move',
    `insert into tally_change (subject, key, count)
     values ('device_presence', ${keyOf('old')}, -1), ('device_presence', ${keyOf('new')}, 1)`,
  ),
  define(
    'device_presence_tally_clear',
    `delete from tally where subject = 'device_presence'; delete from tally_change where subject = 'device_presence'`,
  ),
  // For each row: a statement of heartbeats inserts none, as a rule, and would run a trigger of the statement nevertheless.
  `create trigger "device_presence_tally_come" after insert on "device_presence"
   for each row execute function "device_presence_tally_come"()`,
  `create trigger "device_presence_tally_go" after delete on "device_presence"
   referencing old table as old_rows for each statement execute function "device_presence_tally_go"()`,
  `create trigger "device_presence_tally_move" after update on "device_presence"
   for each row when (${wordsOf('old')} is distinct from ${wordsOf('new')}) execute function "device_presence_tally_move"()`,
  `create trigger "device_presence_tally_clear" after truncate on "device_presence"
   for each statement execute function "device_presence_tally_clear"()`,
  // It empties the tallies before it counts again.
  'alter function "tally_recount"() rename to "tally_recount_records"',
  `create function "tally_recount"() returns void language plpgsql as $$
  begin
    lock table "device_presence" in share mode;
    perform tally_recount_records();
    insert into tally (subject, key, count) select 'device_presence', ${keyOf('r')}, count(*) from "device_presence" r group by 2;
  end $$`,
  `insert into tally (subject, key, count) select 'device_presence', ${keyOf('r')}, count(*) from "device_presence" r group by 2`,
];
