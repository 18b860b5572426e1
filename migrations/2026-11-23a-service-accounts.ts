import { Migration } from '@mikro-orm/migrations';

/** Tokens for scripts, and the audit log that names them. */
export class ServiceAccounts20261123 extends Migration {
  override up(): void {
    this.addSql(`create table "service_account" (
      "id" uuid not null,
      "name" text not null,
      "role" text check ("role" in ('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'FIRMWARE_MANAGER', 'VIEWER')) not null,
      "owner_id" uuid not null,
      "token_hash" bytea not null,
      "expires_at" timestamptz(3) not null,
      "last_used_at" timestamptz(3) null,
      "revoked_at" timestamptz(3) null,
      "revoked_by_id" uuid null,
      "created_at" timestamptz(3) not null,
      constraint "service_account_pkey" primary key ("id"),
      constraint "service_account_token_hash_unique" unique ("token_hash"),
      constraint "service_account_owner_fk" foreign key ("owner_id") references "admin" ("id")
    )`);
    this.addSql(`create index "service_account_created_at_index" on "service_account" ("created_at", "id")`);
    this.addSql(`create index "service_account_owner_index" on "service_account" ("owner_id")`);
    // A use changes the row too, once a minute, and is nobody's business.
    this.addSql(
      `create trigger "service_account_update_notified" after update of "revoked_at" on "service_account" for each row execute function "notify_change"('service_account')`,
    );
    // Null and without a default: no row is rewritten.
    this.addSql(
      `alter table "audit_entry" add column "service_account_id" uuid null, add column "service_account_name" text null`,
    );
    this.addSql(
      `create index "audit_entry_service_account_index" on "audit_entry" ("service_account_id", "at", "id") where service_account_id is not null`,
    );
  }
}
