import { Migration } from '@mikro-orm/migrations';

/** Indexes for lists across devices, releases and sales: each page reads no more than it shows. */
export class RootLists20261122 extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `create index "device_event_at_index" on "device_event" ("at", "id")`,
  // Of columns that never change, so that reports of devices cost no more.
  `create index "installation_created_at_index" on "installation" ("created_at", "id")`,
  `drop index "refund_created_at_index"`,
  `create index "refund_created_at_index" on "refund" ("created_at", "id")`,
];
