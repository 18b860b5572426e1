import { Migration } from '@mikro-orm/migrations';

/** Questions for the batches of sales read the sales (ADR 52): their tally, and the triggers that keep it, go. */
export class NoSaleBatches20261126 extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  ...['come', 'go', 'move', 'clear'].flatMap((change) => [
    `drop trigger "sale_batch_${change}" on "sale"`,
    `drop function "sale_batch_${change}"()`,
  ]),
  ...['tally_change', 'tally'].map((table) => `delete from "${table}" where subject = 'sale_batch'`),
  // The step of `tally_recount` that migration 2026-11-25i added, without the batches.
  `create or replace function "tally_recount_batches"() returns void language plpgsql as $$
  begin
    perform tally_recount_customers();
  end $$`,
];
