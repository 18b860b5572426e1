import { Migration } from '@mikro-orm/migrations';

/** Questions that analysts keep, with every revision of them. */
export class SavedQuestions20261122 extends Migration {
  override up(): void {
    this.addSql(`create table "saved_question" (
      "id" uuid not null,
      "name" text not null,
      "description" text null,
      "data_set" text not null,
      "query" jsonb not null,
      "shared" boolean not null,
      "owner_id" uuid not null,
      "revision" int not null default 1,
      "created_at" timestamptz(3) not null,
      "updated_at" timestamptz(3) not null,
      constraint "saved_question_pkey" primary key ("id")
    )`);
    this.addSql(`create index "saved_question_created_at_index" on "saved_question" ("created_at", "id")`);
    this.addSql(`create index "saved_question_owner_index" on "saved_question" ("owner_id", "created_at", "id")`);
    this.addSql(`create table "saved_question_revision" (
      "id" uuid not null,
      "question_id" uuid not null,
      "number" int not null,
      "name" text not null,
      "query" jsonb not null,
      "changed_by_id" uuid not null,
      "changed_at" timestamptz(3) not null,
      constraint "saved_question_revision_pkey" primary key ("id"),
      constraint "saved_question_revision_number_unique" unique ("question_id", "number"),
      constraint "saved_question_revision_question_fk" foreign key ("question_id") references "saved_question" ("id") on delete cascade
    )`);
  }
}
