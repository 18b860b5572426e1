import { defineList } from '../list-query.ts';
import { type SqlFragment, sql } from '../sql.ts';

/** The audit log, newest first. */
export const auditList = defineList({
  from: 'audit_entry e',
  columns: {
    id: 'e.id',
    at: 'e.at',
    actorType: 'e.actor_type',
    actorId: 'e.actor_id',
    actorLabel: 'e.actor_label',
    action: 'e.action',
    targetKind: 'e.target_kind',
    targetId: 'e.target_id',
    changes: 'e.changes',
    detail: 'e.detail',
    reason: 'e.reason',
    requestId: 'e.request_id',
    ip: 'e.ip',
    transport: 'e.transport',
  },
  // Nothing personal among them: who sees a field masked must not find it by filtering or ordering either.
  fields: {
    at: { column: 'e.at', type: 'time', notNull: true },
    action: { column: 'e.action', type: 'text', notNull: true },
    actorType: { column: 'e.actor_type', type: 'enum', notNull: true },
    actorId: { column: 'e.actor_id', type: 'text' },
    targetKind: { column: 'e.target_kind', type: 'text' },
    targetId: { column: 'e.target_id', type: 'text' },
    requestId: { column: 'e.request_id', type: 'text', notNull: true },
  },
  defaultSort: [{ field: 'at', direction: 'DESC' }],
  tieBreak: 'e.id',
});

/** Entries of exactly this action. */
export function ofAction(action: string): SqlFragment {
  return sql`e.action = ${action}`;
}
