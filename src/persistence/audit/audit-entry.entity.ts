import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { ACTOR_TYPES, TRANSPORTS } from '../../model/enums.ts';
import { enumColumn, id, mentionIndexes, orderIndex, timestamp } from '../columns.ts';

/**
 * Append-only: a trigger rejects UPDATE, DELETE and TRUNCATE, but for the erasure of a person (ADR 42). No foreign keys: an entry outlives the records it names.
 */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    id: id(),
    at: timestamp(),
    actorType: enumColumn(ACTOR_TYPES),
    actorId: p.text().nullable(),
    actorLabel: p.text().nullable(),
    /** The service account that acted in the name of the admin. */
    serviceAccountId: p.uuid().nullable(),
    serviceAccountName: p.text().nullable(),
    action: p.text(),
    targetKind: p.text().nullable(),
    targetId: p.text().nullable(),
    changes: p.json<Record<string, { from: unknown; to: unknown }>>().nullable(),
    detail: p.json<Record<string, unknown>>().nullable(),
    reason: p.text().nullable(),
    requestId: p.text(),
    ip: p.text(),
    transport: enumColumn(TRANSPORTS),
  },
  indexes: [
    ...mentionIndexes('audit_entry', 'reason'),
    {
      // Columns in which a search or a note can name a person.
      name: 'audit_entry_words_index',
      expression: `create index "audit_entry_words_index" on "audit_entry" ("id") where detail ?| array['filter', 'note', 'name'] or changes ?| array['notes', 'name', 'description', 'query']`,
    },
    {
      // Others in which a text can.
      name: 'audit_entry_changed_texts_index',
      expression: `create index "audit_entry_changed_texts_index" on "audit_entry" ("id") where changes ?| array['source', 'failureReason']`,
    },
    { name: 'audit_entry_at_index', properties: ['at', 'id'] },
    { name: 'audit_entry_action_index', properties: ['action', 'at', 'id'] },
    { name: 'audit_entry_actor_index', properties: ['actorId', 'at', 'id'] },
    {
      name: 'audit_entry_service_account_index',
      expression:
        'create index "audit_entry_service_account_index" on "audit_entry" ("service_account_id", "at", "id") where service_account_id is not null',
    },
    orderIndex('audit_entry', 'actor_type', { age: 'at' }),
    orderIndex('audit_entry', 'target_kind', { age: 'at' }),
    orderIndex('audit_entry', 'target_id', { age: 'at' }),
    { name: 'audit_entry_request_index', properties: ['requestId'] },
  ],
});
export type AuditEntryRow = InferEntity<typeof AuditEntry>;
