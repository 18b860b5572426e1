import { insertAuditEntry } from '../../persistence/audit/audit-repository.ts';
import type { AdminPrincipal } from '../kernel/access.ts';
import type { Call } from '../kernel/operation.ts';

/** What left the house: by which filters, how many rows, and whether that was all of them. */
export interface ExportDetail {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly rows: number;
  readonly complete: boolean;
}

/**
 * Leaves the entry of an export. An export is a read, so `run` writes none; what it takes out of the house is kept here.
 * @param detail no value of a filter that tells something of a person
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
