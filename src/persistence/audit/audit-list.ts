import { AuditEntryRecord } from '../../model/records/audit-entry.ts';
import { listOf } from '../lists/record-list.ts';
import { Source } from '../sql/sql.ts';

/** The audit log, newest first. */
export const auditList = listOf(AuditEntryRecord, {
  table: new Source('audit_entry', 'e'),
  tally: 'audit_entry',
  defaultSort: [{ field: 'at', direction: 'DESC' }],
});
