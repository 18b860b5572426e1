import { Migration } from '@mikro-orm/migrations';

/** Views of lists that admins keep. The erasure of a person covers their names and filters (ADR 42). */
export class SavedViews20261127 extends Migration {
  override up(): void {
    this.addSql(`create table "saved_view" (
      "id" uuid not null,
      "name" text not null,
      "list" text check ("list" in (${LISTS})) not null,
      "query" jsonb not null,
      "columns" text[] not null,
      "shared" boolean not null,
      "owner_id" uuid not null,
      "revision" int not null default 1,
      "created_at" timestamptz(3) not null,
      "updated_at" timestamptz(3) not null,
      constraint "saved_view_pkey" primary key ("id")
    )`);
    this.addSql(`create index "saved_view_created_at_index" on "saved_view" ("created_at", "id")`);
    this.addSql(`create index "saved_view_owner_index" on "saved_view" ("owner_id", "created_at", "id")`);
    this.addSql(erase);
  }
}

const LISTS = [
  'AUDIT_ENTRIES',
  'BATCHES',
  'CLAIM_CODES',
  'CUSTOMERS',
  'DEVICE_EVENTS',
  'DEVICES',
  'INSTALLATIONS',
  'PREORDERS',
  'REFUNDS',
  'RELEASES',
  'SALES',
  'SERVICE_ACCOUNTS',
  'TEAM',
]
  .map((list) => `'${list}'`)
  .join(', ');

/** What names the person is replaced in views as in saved questions, by the one function that erases a person: one statement is added to it. */
const erase = `do $do$
  declare
    place constant text := 'update saved_question_revision ';
    statement constant text := $sql$update saved_view set name = regexp_replace(name, pattern, '[erased]', 'gi'), query = json_without(query, pattern)
        where name ~* pattern or query::text ~* pattern;
       $sql$;
    body constant text := pg_get_functiondef('erase_customer'::regproc);
  begin
    if position(place in body) = 0 then raise exception 'erase_customer has no statement of saved questions'; end if;
    execute replace(body, place, statement || place);
  end $do$`;
