import type { EntityManager } from '@mikro-orm/postgresql';
import type { StoredAuditEntry } from '../../model/records/audit-entry.ts';
import { newId } from '../columns.ts';
import { insert } from '../sql/query.ts';

type ServiceAccountFields = 'serviceAccountId' | 'serviceAccountName';

export type NewAuditEntry = Omit<StoredAuditEntry, 'id' | 'changes' | 'detail' | ServiceAccountFields> & {
  readonly [Name in ServiceAccountFields]?: StoredAuditEntry[Name];
} & {
  readonly changes: unknown;
  readonly detail: unknown;
};

/** Adds one entry in the open transaction, so that a write and its entry are committed together. */
export async function insertAuditEntry(em: EntityManager, entry: NewAuditEntry): Promise<void> {
  const { changes, detail } = entry;
  await insert(em, 'audit_entry', { ...entry, id: newId(), changes: jsonOf(changes), detail: jsonOf(detail) });
}

function jsonOf(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
