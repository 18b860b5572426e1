import { listAuditEntries } from './list-audit-entries.ts';

export { recordExport } from './record-export.ts';
export { listAuditEntries };

/** The room's operations, for the catalogue. */
export const auditOperations = [listAuditEntries];
