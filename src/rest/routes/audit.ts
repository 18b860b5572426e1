import { listAuditEntries } from '../../domain/audit/index.ts';
import { get, routes } from '../route.ts';

export const auditRoutes = routes('/v1/admin/audit', [get('', 200, listAuditEntries)]);
