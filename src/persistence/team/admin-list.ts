import { defineList } from '../list-query.ts';

/** The team, newest first. */
export const adminList = defineList({
  from: 'admin a',
  columns: {
    id: 'a.id',
    name: 'a.name',
    email: 'a.email',
    role: 'a.role',
    status: 'a.status',
    mustChangePassword: 'a.must_change_password',
    lastLoginAt: 'a.last_login_at',
    revision: 'a.revision',
    createdAt: 'a.created_at',
    updatedAt: 'a.updated_at',
  },
  fields: {
    name: { column: 'a.name', type: 'text', notNull: true },
    email: { column: 'a.email', type: 'text', notNull: true },
    role: { column: 'a.role', type: 'enum', notNull: true },
    status: { column: 'a.status', type: 'enum', notNull: true },
    lastLoginAt: { column: 'a.last_login_at', type: 'time' },
    createdAt: { column: 'a.created_at', type: 'time', notNull: true },
  },
  defaultSort: [{ field: 'createdAt', direction: 'DESC' }],
  tieBreak: 'a.id',
});
