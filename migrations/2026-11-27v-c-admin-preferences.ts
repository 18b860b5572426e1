import { Migration } from '@mikro-orm/migrations';

/** How each admin wants screens to be. Null is the default, so that a default can change. */
export class AdminPreferences20261127 extends Migration {
  override up(): void {
    this.addSql(`create table "admin_preferences" (
      "admin_id" uuid not null,
      "language" text check ("language" in ('uz', 'en', 'ru')) null,
      "theme" text check ("theme" in ('SYSTEM', 'LIGHT', 'DARK')) null,
      "density" text check ("density" in ('COMFORTABLE', 'COMPACT')) null,
      "time_zone" text null,
      "page_size" int null,
      "default_views" jsonb not null,
      "updated_at" timestamptz(3) not null,
      constraint "admin_preferences_pkey" primary key ("admin_id")
    )`);
  }
}
