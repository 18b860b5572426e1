import { Migration } from '@mikro-orm/migrations';

/** The generated password of the first admin, sealed, until it was used. */
export class InitialPassword20261122 extends Migration {
  override up(): void {
    this.addSql(`alter table "admin" add column "initial_password" bytea null`);
  }
}
