import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { ADMIN_ROLES, ADMIN_STATUSES } from '../../model/enums.ts';
import { id, moment, revision, word } from '../columns.ts';

export const Admin = defineEntity({
  name: 'Admin',
  tableName: 'admin',
  properties: {
    id: id(),
    name: p.text(),
    email: p.text(),
    role: word(ADMIN_ROLES),
    status: word(ADMIN_STATUSES),
    passwordHash: p.text(),
    /** The password that the first start made up, sealed, until the first sign-in: each start shows it again. */
    initialPassword: p.blob().nullable(),
    /** The password is a one-time one that the admin has to replace. */
    mustChangePassword: p.boolean(),
    /** Until when a one-time password may be used; null for the admin's own. */
    passwordExpiresAt: moment().nullable(),
    /** Failed logins at networks that are new to the account; each network adds its first few. */
    failedLogins: p.integer().default(0),
    /** Before this moment, networks that are new to the account wait for their first login. */
    loginBlockedUntil: moment().nullable(),
    lastLoginAt: moment().nullable(),
    revision: revision(),
    createdAt: moment(),
    updatedAt: moment(),
  },
  uniques: [{ name: 'admin_email_unique', properties: ['email'] }],
});
export type AdminRow = InferEntity<typeof Admin>;
