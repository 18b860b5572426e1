import { type Edge, one } from '../edge.ts';
import { ADMIN_ROLES, ADMIN_STATUSES } from '../enums.ts';
import {
  answer,
  beside,
  boolean,
  email,
  id,
  integer,
  oneOf,
  record,
  revision,
  type Stored,
  text,
  time,
  type View,
} from '../record.ts';

const role = oneOf('AdminRole', ADMIN_ROLES, 'Decides which operations the admin may call.');

export const AdminRecord = record('Admin', 'A member of the staff who can sign in.', {
  id: id('The id.').readBy('listTeam'),
  name: text('The name as the team shows it.', 2, 120).named().filter().sort().search().personal(),
  email: email('The address to sign in with, in lower case; no two admins have the same.', 160, 3)
    .filter()
    .sort()
    .search()
    .personal(),
  role: role.filter().sort(),
  status: oneOf('AdminStatus', ADMIN_STATUSES, 'Only ACTIVE admins can sign in.').filter().sort(),
  mustChangePassword: boolean('The password is a one-time one that the admin has to replace.'),
  lastLoginAt: time('When the admin last signed in; null before the first time.').nullable().filter().sort(),
  revision: revision(),
  createdAt: time('When the admin was created.').filter().sort(),
  updatedAt: time('When the admin was last changed; signing in is not a change.'),
});

export type StoredAdmin = Stored<typeof AdminRecord>;
export type AdminView = View<typeof AdminRecord>;

const temporaryPassword = text('The one-time password, which the admin has to replace; no other response shows it.');

export const AdminWithPasswordRecord = beside(
  AdminRecord,
  'AdminWithPassword',
  'An admin with a new one-time password.',
  {
    temporaryPassword,
  },
);

export const AdminWithStatusRecord = beside(
  AdminRecord,
  'AdminWithStatus',
  'An admin, with the one-time password where one was just issued.',
  { temporaryPassword: temporaryPassword.nullable() },
);

export const EndedSessionsRecord = answer('EndedSessions', 'The result of ending an admin’s sessions.', {
  id: id('The id of the admin.').inPayload('adminId'),
  endedSessions: integer('The number of sessions that were ended.'),
});

export const AdminOptionRecord = record('AdminOption', 'An admin by name, where a record refers to one.', {
  id: id('The id.').readBy('listAdminOptions'),
  name: text('The name.').personal(),
  role,
});

/** The edge to an admin whom a record names, for the roles that may see who is on the team. */
export const adminBy = (key: string, description: string): Edge =>
  one('AdminOption', key, description).needs('listAdminOptions');

/** The id and name of an admin, for references in other records. */
export type AdminOption = View<typeof AdminOptionRecord>;
