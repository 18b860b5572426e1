import { createAdmin } from './create-admin.ts';
import { listAdminOptions } from './list-admin-options.ts';
import { listTeam } from './list-team.ts';
import { resetAdminPassword } from './reset-admin-password.ts';
import { revokeAdminSessions } from './revoke-admin-sessions.ts';
import { setAdminRole } from './set-admin-role.ts';
import { setAdminStatus } from './set-admin-status.ts';

export type { AdminOption } from '../../model/records/admin.ts';
export { adminActions } from './admin-actions.ts';
export { adminOptionReader, adminReader } from './admin-reads.ts';
export type { AdminView } from './admin-view.ts';
export { ensureFirstAdmin, type FirstAdmin, RESET_COMMAND } from './first-admin.ts';
export { ADMIN_TRANSITIONS, TEMPORARY_PASSWORD_LIFETIME_MS } from './team-rules.ts';
export {
  createAdmin,
  listAdminOptions,
  listTeam,
  resetAdminPassword,
  revokeAdminSessions,
  setAdminRole,
  setAdminStatus,
};

/** The operations of the module, for the catalog. */
export const teamOperations = [
  listTeam,
  createAdmin,
  listAdminOptions,
  setAdminRole,
  setAdminStatus,
  resetAdminPassword,
  revokeAdminSessions,
];
