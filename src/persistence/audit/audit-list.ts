import { AuditEntryRecord } from '../../model/records/audit-entry.ts';
import { listOf } from '../record-list.ts';
import { type SqlFragment, sql } from '../sql.ts';

/** The audit log, newest first. */
export const auditList = listOf(AuditEntryRecord, {
  table: 'audit_entry e',
  alias: 'e',
  defaultSort: [{ field: 'at', direction: 'DESC' }],
});

/** Entries of exactly this action. */
export function ofAction(action: string): SqlFragment {
  return sql`e.action = ${action}`;
}
