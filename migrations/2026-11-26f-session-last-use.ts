import { Migration } from '@mikro-orm/migrations';

/** When sessions were last used. Null and without a default: no row is rewritten. */
export class SessionLastUse20261126 extends Migration {
  override up(): void {
    this.addSql(`alter table "admin_session" add column "last_used_at" timestamptz(3) null`);
  }
}
