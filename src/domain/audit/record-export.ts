import { insertAuditEntry } from '../../persistence/audit/audit-repository.ts';
import type { AdminPrincipal } from '../kernel/access.ts';
import type { Call } from '../kernel/operation.ts';

/** The filters of an export, its number of rows, and whether it was complete. */
export interface ExportDetail {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly rows: number;
  readonly complete: boolean;
}

/**
 * Writes the audit entry of an export. An export is a read, so `run` writes none.
 * @param detail must not contain personal values of filters
 */
export async function recordExport(
  { runtime, requestId, ip, transport }: Call,
  { adminId, email }: AdminPrincipal,
  operation: string,
  detail: ExportDetail,
): Promise<void> {
  await insertAuditEntry(runtime.em(), {
    at: runtime.clock.now(),
    actorType: 'ADMIN',
    actorId: adminId,
    actorLabel: email,
    action: operation,
    targetKind: null,
    targetId: null,
    changes: null,
    detail,
    reason: null,
    requestId,
    ip,
    transport,
  });
}
