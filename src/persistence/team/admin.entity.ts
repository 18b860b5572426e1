import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { ADMIN_ROLES, ADMIN_STATUSES } from '../../domain/vocabulary.ts';
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
    /** The password is a one-time one that the admin has to replace. */
    mustChangePassword: p.boolean(),
    /** Until when a one-time password may be used; null for the admin's own. */
    passwordExpiresAt: moment().nullable(),
    failedLogins: p.integer().default(0),
    /** Before this moment a further login is refused, so that guessing gets slower and slower. */
    loginBlockedUntil: moment().nullable(),
    lastLoginAt: moment().nullable(),
    revision: revision(),
    createdAt: moment(),
    updatedAt: moment(),
  },
  uniques: [{ name: 'admin_email_unique', properties: ['email'] }],
});
export type AdminRow = InferEntity<typeof Admin>;
