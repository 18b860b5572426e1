import { Migration } from '@mikro-orm/migrations';

/**
 * Tells PostgreSQL how many different hours the times of sales have (ADR 81). It takes what follows from a column for as different as the column itself, and sorted all
 * sales of a question by the hour in one process, because it expected as many hours as sales. A question by the hour has at most 10,000 of them.
 */
export class HoursOfSales20261128 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "sale" alter column "sold_at" set (n_distinct = 10000)`);
    this.addSql(`analyze "sale" ("sold_at")`);
  }
}
