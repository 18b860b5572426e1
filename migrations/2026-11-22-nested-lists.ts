import { Migration } from '@mikro-orm/migrations';

/** Indexes for lists and counts that GraphQL reads beside many records: each reads no more than it shows. */
export class NestedLists20261122 extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // The newest devices of an owner, however many devices a reseller owns.
  `drop index "device_owner_index"`,
  `create index "device_owner_index" on "device" ("owner_id", "created_at", "id")`,
  // Operators end few installations; every other FAILED one was counted on the way to them.
  `create index "installation_interrupted_index" on "installation" ("release_id") where status = 'FAILED' and failure_source = 'OPERATOR'`,
];
