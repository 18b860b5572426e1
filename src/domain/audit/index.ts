export { auditEntryReader } from './audit-reads.ts';
export { maskedFieldError } from './audit-rules.ts';
export { auditedExport, contractExport } from './audited-export.ts';
export * from './operations.ts';
