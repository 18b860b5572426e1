import { Migration } from '@mikro-orm/migrations';

/**
 * The preorder that a sale came from. Sales from before have none: an equal customer and a later time do not prove it, and
 * nothing else was kept that would.
 */
export class PreorderSales20261122 extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `alter table "sale" add "preorder_id" uuid null,
     add constraint "sale_preorder_fk" foreign key ("preorder_id") references "preorder" ("id") on delete restrict`,
  // Of the few sales that came from one.
  `create index "sale_preorder_index" on "sale" ("preorder_id", "created_at", "id") where preorder_id is not null`,
];
