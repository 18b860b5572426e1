import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { ADMIN_ROLES } from '../../model/enums.ts';
import { enumColumn, id, reference, timestamp } from '../columns.ts';
import { Admin } from '../team/admin.entity.ts';

/** A token with which a script calls in the name of its owner. */
export const ServiceAccount = defineEntity({
  name: 'ServiceAccount',
  tableName: 'service_account',
  properties: {
    id: id(),
    name: p.text(),
    role: enumColumn(ADMIN_ROLES),
    ownerId: () => reference(Admin, 'service_account', 'owner_id'),
    /** SHA-256 of the token; the token itself is stored nowhere. */
    tokenHash: p.blob(),
    expiresAt: timestamp(),
    lastUsedAt: timestamp().nullable(),
    revokedAt: timestamp().nullable(),
    revokedById: p.uuid().nullable(),
    createdAt: timestamp(),
  },
  uniques: [{ name: 'service_account_token_hash_unique', properties: ['tokenHash'] }],
  indexes: [
    { name: 'service_account_created_at_index', properties: ['createdAt', 'id'] },
    { name: 'service_account_owner_index', properties: ['ownerId'] },
  ],
});
export type ServiceAccountRow = InferEntity<typeof ServiceAccount>;
