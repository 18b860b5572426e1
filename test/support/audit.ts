import type { RunningApp } from './app.ts';

export interface AuditRow {
  readonly at: Date;
  readonly actor_type: string;
  readonly actor_id: string | null;
  readonly actor_label: string | null;
  readonly action: string;
  readonly target_kind: string | null;
  readonly target_id: string | null;
  readonly changes: Readonly<Record<string, unknown>> | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
  readonly reason: string | null;
  readonly request_id: string;
  readonly ip: string;
  readonly transport: string;
}

/** The audit entries that a request left, by its `x-request-id`. */
export function auditOf(app: RunningApp, requestId: string | undefined): Promise<AuditRow[]> {
  return app.sql('select * from audit_entry where request_id = $1 order by id', [requestId]);
}

/**
 * Makes every audit entry impossible to write, with a trigger in the test's own database.
 * @returns puts it right again
 */
export async function breakAudit(app: RunningApp): Promise<() => Promise<void>> {
  await app.sql(`create or replace function refuse_audit() returns trigger language plpgsql as $$
    begin raise exception 'no entry today'; end $$`);
  await app.sql(
    'create trigger refuse_audit before insert on audit_entry for each row execute function refuse_audit()',
  );
  return async () => {
    await app.sql('drop trigger refuse_audit on audit_entry');
  };
}
