import { Migration } from '@mikro-orm/migrations';

/** By which rules of the clocks the days of buyers were cut. Null for those that PostgreSQL has cut: the job counts them anew. */
export class BuyerDays20261126 extends Migration {
  override up(): void {
    this.addSql(`alter table "sale_buyers_zone" add column "rules" text null`);
  }
}
