import { AuditEntryRecord } from '../../model/records/audit-entry.ts';
import { listOf } from '../lists/record-list.ts';

/** The audit log, newest first. */
export const auditList = listOf(AuditEntryRecord, {
  table: 'audit_entry e',
  alias: 'e',
  tallies: ['audit_entry'],
  defaultSort: [{ field: 'at', direction: 'DESC' }],
});
