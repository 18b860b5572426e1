import { Migration } from '@mikro-orm/migrations';

/**
 * Installations whose device may just be switched off are marked as silent, and count neither as failures of their release
 * nor as attempts; those of before as well. An offer counts the leases that passed without a report, and what a device had
 * begun is withdrawn when it is taken out of service.
 */
export class SilentInstallations20261126 extends Migration {
  override up(): void {
    this.addSql(`alter table "installation"
      add "silent" boolean not null default false,
      add "unused_leases" int not null default 0`);
    this.addSql(`alter table "installation" drop constraint "installation_closed_reason_check"`);
    this.addSql(`alter table "installation" add constraint "installation_closed_reason_check"
      check ("closed_reason" in ('SUPERSEDED', 'RELEASE_PAUSED', 'RELEASE_REVOKED', 'DEVICE_OUT_OF_SERVICE'))`);
    this.addSql(`update "installation" set "silent" = true
      where status in ('QUEUED', 'DOWNLOADING', 'VERIFYING', 'TRANSFERRING') and stuck_since is not null and closed_reason is null
         or status = 'FAILED' and failure_source = 'SERVER'
            and failure_code in ('STALLED_QUEUED', 'STALLED_DOWNLOADING', 'STALLED_VERIFYING', 'STALLED_TRANSFERRING')`);
    // Listeners are told that a device fell silent, too.
    this.addSql(`drop trigger "installation_update_notified" on "installation"`);
    this.addSql(`create trigger "installation_update_notified" after update on "installation" for each row
      when (old.status <> new.status
            or (old.closed_reason, old.verification, old.silent) is distinct from (new.closed_reason, new.verification, new.silent))
      execute function "notify_change"('installation', 'release_id', 'device_id')`);
    // One for those that may become stuck, offers too, and one for those that are.
    this.addSql(`drop index "installation_under_way_index"`);
    this.addSql(`create index "installation_under_way_index" on "installation" ("status", coalesce(last_report_at, created_at))
      where status not in ('SUCCESS', 'FAILED', 'ROLLED_BACK') and closed_reason is null and stuck_since is null`);
    this.addSql(`create index "installation_stuck_index" on "installation" ("status", "stuck_since")
      where status not in ('SUCCESS', 'FAILED', 'ROLLED_BACK') and closed_reason is null and stuck_since is not null`);
    this.addSql(
      `create index "installation_silent_index" on "installation" ("release_id", "created_at", "id") where silent`,
    );
    this.addSql(
      `create index "installation_repeated_index" on "installation" ("release_id", "device_id", "attempt") where status = 'SUCCESS' and attempt > 1`,
    );
    this.addSql(
      `create index "installation_contradicted_index" on "installation" ("release_id") where status = 'SUCCESS' and verification = 'CONTRADICTED'`,
    );
  }
}
