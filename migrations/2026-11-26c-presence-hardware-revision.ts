import { Migration } from '@mikro-orm/migrations';

/** The index of hardware revisions is named after its column. A database of 2026-11-26 may have it by that name already. */
export class PresenceHardwareRevision20261126 extends Migration {
  override up(): void {
    this.addSql(
      `alter index if exists "device_presence_revision_index" rename to "device_presence_hardware_revision_index"`,
    );
  }
}
