import type { AdminRole } from '../../model/enums.ts';
import { insertAuditEntry } from '../../persistence/audit/audit-repository.ts';
import { type AdminPrincipal, actingAdmin } from '../kernel/access.ts';
import type { Call } from '../kernel/operation.ts';

/** Maximum entries of one kind per key and minute: a flood of rejected calls must not flood the audit log. */
const ENTRIES_PER_MINUTE = 10;

/** Writes an `accessDenied` entry: the admin, the role that does not allow it and the operation. */
export async function recordAccessDenied(
  call: Call,
  principal: AdminPrincipal,
  operation: string,
  role: AdminRole,
): Promise<void> {
  const { runtime } = call;
  const { exceeded } = await runtime.limits.consume(`accessDenied:admin:${principal.callerId}`, ENTRIES_PER_MINUTE);
  if (exceeded) return;
  await insertAuditEntry(runtime.em(), {
    at: runtime.clock.now(),
    ...actingAdmin(principal),
    action: 'accessDenied',
    targetKind: null,
    targetId: null,
    changes: null,
    detail: { operation, role },
    reason: null,
    requestId: call.requestId,
    ip: call.ip,
    transport: call.transport,
  });
}
