import type { EntityManager } from '@mikro-orm/postgresql';
import type { ActorType, Transport } from '../../model/enums.ts';
import { newId } from '../columns.ts';
import { execute } from '../query.ts';

export interface NewAuditEntry {
  readonly at: Date;
  readonly actorType: ActorType;
  readonly actorId: string | null;
  readonly actorLabel: string | null;
  readonly action: string;
  readonly targetKind: string | null;
  readonly targetId: string | null;
  readonly changes: unknown;
  readonly detail: unknown;
  readonly reason: string | null;
  readonly requestId: string;
  readonly ip: string;
  readonly transport: Transport;
}

/** Adds one entry, in the open transaction: a write and its entry are there together or not at all. */
export async function insertAuditEntry(em: EntityManager, entry: NewAuditEntry): Promise<void> {
  await execute(
    em,
    `insert into audit_entry
       (id, at, actor_type, actor_id, actor_label, action, target_kind, target_id, changes, detail, reason, request_id, ip, transport)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      newId(),
      entry.at,
      entry.actorType,
      entry.actorId,
      entry.actorLabel,
      entry.action,
      entry.targetKind,
      entry.targetId,
      json(entry.changes),
      json(entry.detail),
      entry.reason,
      entry.requestId,
      entry.ip,
      entry.transport,
    ],
  );
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
