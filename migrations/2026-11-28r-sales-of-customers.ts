import { Migration } from '@mikro-orm/migrations';

/**
 * The sales of customers in the order of their times, in place of their customers alone: different customers by the hour, and conditions of when customers bought,
 * read the index and not the sales (ADR 75).
 */
export class SalesOfCustomers20261128 extends Migration {
  override up(): void {
    this.addSql(`create index "sale_customer_sold_at_index" on "sale" ("customer_id", "sold_at") include ("status")`);
    this.addSql(`drop index "sale_customer_id_index"`);
  }
}
