import { Migration } from '@mikro-orm/migrations';

/** Reports count the presences at each call (ADR 52): the table of the job that counted them every minute goes. */
export class NoPresenceTally20261126 extends Migration {
  override up(): void {
    this.addSql('drop table "presence_tally"');
  }
}
