import { Migration } from '@mikro-orm/migrations';

/** The devices of a batch in the order of their list: a search for a batch that many devices have read all devices. */
export class BatchOrder20261125 extends Migration {
  override up(): void {
    this.addSql(`create index "device_batch_id_index" on "device" ("batch_id", "created_at", "id")`);
  }
}
