import type { AdminRole } from '../../model/enums.ts';
import { AuditEntryRecord, type AuditEntryView } from '../../model/records/audit-entry.ts';
import { auditList } from '../../persistence/audit/audit-list.ts';
import { reader } from '../reader.ts';
import { maskEntry, seesMasked } from './audit-rules.ts';

/** Whole entries: what they show depends on the role (`entryFor`). */
export const auditEntryReader = reader(AuditEntryRecord, auditList);

/** The entry as a role sees it. */
export function entryFor(role: AdminRole, entry: AuditEntryView): AuditEntryView {
  return seesMasked(role) ? maskEntry(entry) : entry;
}
