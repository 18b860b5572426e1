import { Migration } from '@mikro-orm/migrations';

/** The newest installations of a release page by page, whatever their status. */
export class InstallationLists20261122 extends Migration {
  override up(): void {
    this.addSql(
      `create index "installation_release_created_index" on "installation" ("release_id", "created_at", "id")`,
    );
  }
}
