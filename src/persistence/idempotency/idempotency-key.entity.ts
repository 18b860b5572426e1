import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../columns.ts';

/** A stored response for retries with the same key. Inserted in the transaction of its write. */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    /** SHA-256 of scope (operation and caller) and key. */
    keyHash: p.blob().primary(),
    fingerprint: p.blob(),
    reply: p.json<unknown>().nullable(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
  },
  indexes: [{ name: 'idempotency_key_expires_at_index', properties: ['expiresAt'] }],
});
export type IdempotencyKeyRow = InferEntity<typeof IdempotencyKey>;
