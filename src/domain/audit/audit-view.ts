import type { ActorType, Transport } from '../../model/enums.ts';
import type { Changes } from '../kernel/operation.ts';

/** Who did what to which record, and what changed by it. */
export interface AuditEntryView {
  readonly id: string;
  readonly at: Date;
  readonly actorType: ActorType;
  readonly actorId: string | null;
  /** An admin's e-mail address, a device's serial. */
  readonly actorLabel: string | null;
  /** The operation's name, `loginFailed` or `accessDenied`. */
  readonly action: string;
  readonly targetKind: string | null;
  readonly targetId: string | null;
  readonly changes: Changes | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
  readonly reason: string | null;
  readonly requestId: string;
  readonly ip: string;
  readonly transport: Transport;
}

export function viewAuditEntry(entry: AuditEntryView): AuditEntryView {
  return {
    id: entry.id,
    at: entry.at,
    actorType: entry.actorType,
    actorId: entry.actorId,
    actorLabel: entry.actorLabel,
    action: entry.action,
    targetKind: entry.targetKind,
    targetId: entry.targetId,
    changes: entry.changes,
    detail: entry.detail,
    reason: entry.reason,
    requestId: entry.requestId,
    ip: entry.ip,
    transport: entry.transport,
  };
}
