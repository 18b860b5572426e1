import { Migration } from '@mikro-orm/migrations';

/**
 * Which of the sales of its customer a sale is, and which came before it, are counted in the order of this index: with the id, by which sales of one moment are told apart, nothing is sorted.
 */
export class SalesOfACustomerInOrder20261129 extends Migration {
  override up(): void {
    this.addSql('drop index "sale_customer_time_index"');
    this.addSql(
      `create index "sale_customer_time_index" on "sale" ("customer_id", "sold_at", "id") include ("status")`,
    );
  }
}
