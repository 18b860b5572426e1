import { listAuditEntries } from '../../domain/audit/index.ts';
import type { Page } from '../../model/ports.ts';
import type { AuditEntryView } from '../../model/records/audit-entry.ts';
import { get, routes, type WireAdapter } from '../route.ts';

/** The contract's entry names no service account: only an entry of one has these fields. */
const entries: WireAdapter = (_ctx, { items, total, skip, take }: Page<AuditEntryView>) => ({
  items: items.map((entry) => {
    const { serviceAccountId, serviceAccountName: _name, ...others } = entry;
    return serviceAccountId === null ? others : entry;
  }),
  total,
  skip,
  take,
});

export const auditRoutes = routes('/v1/admin/audit', [get('', 200, listAuditEntries, entries)]);
