import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { moment } from '../columns.ts';

/** A reply that a retry with the same key gets again. Inserted in the transaction of the write it stands for. */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    /** SHA-256 of scope (operation and caller) and key. */
    keyHash: p.blob().primary(),
    fingerprint: p.blob(),
    reply: p.json<unknown>().nullable(),
    createdAt: moment(),
    expiresAt: moment(),
  },
  indexes: [{ name: 'idempotency_key_expires_at_index', properties: ['expiresAt'] }],
});
export type IdempotencyKeyRow = InferEntity<typeof IdempotencyKey>;
