import { Migration } from '@mikro-orm/migrations';

/** What became of the backups that the schedule made: the latest ones, for operators (ADR 67). */
export class BackupRuns20261127 extends Migration {
  override up(): void {
    this.addSql(`create table "backup_run" (
      "id" bigint generated always as identity primary key,
      "started_at" timestamptz(3) not null,
      "ended_at" timestamptz(3) not null,
      "file" text not null,
      "bytes" bigint null,
      "verified" boolean not null,
      "error" text null
    )`);
  }
}
