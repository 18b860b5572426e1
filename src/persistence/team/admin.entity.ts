import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { ADMIN_ROLES, ADMIN_STATUSES } from '../../model/enums.ts';
import { enumColumn, id, revision, timestamp } from '../columns.ts';

export const Admin = defineEntity({
  name: 'Admin',
  tableName: 'admin',
  properties: {
    id: id(),
    name: p.text(),
    email: p.text(),
    role: enumColumn(ADMIN_ROLES),
    status: enumColumn(ADMIN_STATUSES),
    passwordHash: p.text(),
    /** The generated password of the first start, sealed, until the first sign-in; each start shows it again. */
    initialPassword: p.blob().nullable(),
    /** True for a one-time password, which the admin must change. */
    mustChangePassword: p.boolean(),
    /** The expiry of a one-time password; null for the admin's own. */
    passwordExpiresAt: timestamp().nullable(),
    /** Failed logins at networks new to the account; each network adds only its first few. */
    failedLogins: p.integer().default(0),
    /** Until this timestamp, networks new to the account are delayed before their first login. */
    loginBlockedUntil: timestamp().nullable(),
    lastLoginAt: timestamp().nullable(),
    revision: revision(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  uniques: [{ name: 'admin_email_unique', properties: ['email'] }],
});
export type AdminRow = InferEntity<typeof Admin>;
