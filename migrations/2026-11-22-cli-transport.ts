import { Migration } from '@mikro-orm/migrations';

/** Audit entries of the command line (`karvon admin`) name it as their transport. */
export class CliTransport20261122 extends Migration {
  override up(): void {
    this.addSql(`alter table "audit_entry"
      drop constraint "audit_entry_transport_check",
      add constraint "audit_entry_transport_check" check ("transport" in ('REST', 'GRAPHQL', 'SYSTEM', 'CLI'))`);
  }
}
