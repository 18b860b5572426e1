import { Migration } from '@mikro-orm/migrations';

/** The hardware revisions of presences alone: a count of the devices for a firmware by when they were last seen read all presences. */
export class PresenceRevision20261126 extends Migration {
  override up(): void {
    this.addSql(`create index "device_presence_revision_index" on "device_presence" ("device_hardware_revision")`);
  }
}
