import { Migration } from '@mikro-orm/migrations';

/** The sales of a range of days in the order of their age, which is that of their list: the index alone finds and sorts them. */
export class SoldAtOrder20261125 extends Migration {
  override up(): void {
    this.addSql('drop index "sale_sold_at_index"');
    this.addSql('create index "sale_sold_at_index" on "sale" ("sold_at", "created_at", "id")');
  }
}
