import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { id, reference, timestamp } from '../columns.ts';
import { Admin } from '../team/admin.entity.ts';

export const AdminSession = defineEntity({
  name: 'AdminSession',
  tableName: 'admin_session',
  properties: {
    id: id(),
    adminId: () => reference(Admin, 'admin_session', 'admin_id').deleteRule('cascade'),
    /** SHA-256 of the cookie's token; the token itself is stored nowhere. */
    tokenHash: p.blob(),
    ip: p.text(),
    userAgent: p.text().nullable(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    /** Written every five minutes; null before the first use. */
    lastUsedAt: timestamp().nullable(),
  },
  uniques: [{ name: 'admin_session_token_hash_unique', properties: ['tokenHash'] }],
  indexes: [
    { name: 'admin_session_admin_index', properties: ['adminId'] },
    { name: 'admin_session_expires_at_index', properties: ['expiresAt'] },
  ],
});
export type AdminSessionRow = InferEntity<typeof AdminSession>;
