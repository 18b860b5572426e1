import { listAuditEntries } from '../../domain/audit/index.ts';
import { operationField } from '../operation-field.ts';
import { AuditEntryConnection } from './audit-entry.type.ts';

export const auditFields = [operationField(listAuditEntries, AuditEntryConnection)];
