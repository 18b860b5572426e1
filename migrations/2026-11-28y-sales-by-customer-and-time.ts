import { Migration } from '@mikro-orm/migrations';

/** Different customers by the hour are counted in the order of this index, which also has what the index of customers alone had. */
export class SalesByCustomerAndTime20261128 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create index "sale_customer_time_index" on "sale" ("customer_id", "sold_at") include ("status")`);
    this.addSql(`drop index "sale_customer_id_index"`);
  }
}
