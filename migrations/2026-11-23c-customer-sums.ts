import { Migration } from '@mikro-orm/migrations';

/** What customers bought, in the order of the customers: which of a million buy most is read from the index alone, without memory for each. */
export class CustomerSums20261123 extends Migration {
  override up(): void {
    this.addSql(
      `create index "sale_customer_sums_index" on "sale" ("currency", "customer_id") include ("status", "sold_at", "unit_price", "discount", "refunded_total")`,
    );
  }
}
