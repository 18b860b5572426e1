import { Migration } from '@mikro-orm/migrations';

/** The customers of sales alone, a quarter of the size of the index with their times: a search counts the sales of tens of thousands of customers in it. */
export class SaleCustomer20261126 extends Migration {
  override up(): void {
    this.addSql(`create index "sale_customer_id_index" on "sale" ("customer_id")`);
  }
}
