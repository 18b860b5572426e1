import { Migration } from '@mikro-orm/migrations';

/** Installations that wait for a person, stuck or possibly bricked, are found among all others, oldest first. */
export class InstallationsThatWait20261128 extends Migration {
  override up(): void {
    this.addSql(
      `create index "installation_stuck_since_index" on "installation" ("created_at", "id") where stuck_since is not null`,
    );
    this.addSql(
      `create index "installation_possibly_bricked_index" on "installation" ("created_at", "id") where possibly_bricked`,
    );
  }
}
