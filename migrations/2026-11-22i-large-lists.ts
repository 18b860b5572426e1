import { Migration } from '@mikro-orm/migrations';

/** Indexes for what screens ask of a million devices: filters and searches whose matches are far back in the order, and reports. */
export class LargeLists20261122 extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // A search in several columns of a table unites their indexes only if each has one.
  `create index "device_model_trigram" on "device" using gin ("model" gin_trgm_ops)`,
  `create index "device_model_index" on "device" ("model", "created_at", "id")`,
  `create index "device_hardware_revision_index" on "device" ("hardware_revision", "created_at", "id")`,
  // AVAILABLE codes are EXPIRED from their end on: the index answers both without the codes.
  `create index "claim_code_status_index" on "claim_code" ("status", "created_at", "id") include ("expires_at")`,
  `create index "claim_code_expires_at_index" on "claim_code" ("expires_at") where status = 'AVAILABLE'`,
  `create index "audit_entry_actor_index" on "audit_entry" ("actor_id", "at", "id")`,
  // How many customers bought in a range, which no sum of its hours says.
  `create index "sale_buyers_index" on "sale" ("currency", "sold_at") include ("status", "customer_id")`,
  `create index "customer_source_index" on "customer" ("source", "created_at", "id")`,
];
