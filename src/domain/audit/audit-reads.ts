import { AuditEntryRecord, type AuditEntryView } from '../../model/records/audit-entry.ts';
import { auditList } from '../../persistence/audit/audit-list.ts';
import type { Rights } from '../kernel/access.ts';
import { type Reader, reader } from '../reader.ts';
import { maskEntry, seesMasked } from './audit-rules.ts';

/** Entries, masked for some roles. */
export const auditEntryReader: Reader<AuditEntryView> = {
  ...reader(AuditEntryRecord, auditList),
  shownTo: entryFor,
};

/** The entry as a caller sees it. */
function entryFor(rights: Rights, entry: AuditEntryView): AuditEntryView {
  return seesMasked(rights) ? maskEntry(entry) : entry;
}
