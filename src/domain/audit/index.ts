import { listAuditEntries } from './list-audit-entries.ts';

export { auditEntryReader } from './audit-reads.ts';
export { maskedFieldError } from './audit-rules.ts';
export { auditedExport, contractExport } from './audited-export.ts';
export { listAuditEntries };

/** The operations of the module, for the catalog. */
export const auditOperations = [listAuditEntries];
