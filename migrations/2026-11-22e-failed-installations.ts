import { Migration } from '@mikro-orm/migrations';

/** A page of the failed installations of all releases reads no more than it shows. */
export class FailedInstallations20261122 extends Migration {
  override up(): void {
    // Partial: reports of progress and success pay nothing for it.
    this.addSql(
      `create index "installation_failed_index" on "installation" ("status", "created_at", "id") where status in ('FAILED', 'ROLLED_BACK')`,
    );
  }
}
