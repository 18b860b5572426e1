export { createAdmin } from './create-admin.ts';
export { listAdminOptions } from './list-admin-options.ts';
export { listTeam } from './list-team.ts';
export { resetAdminPassword } from './reset-admin-password.ts';
export { revokeAdminSessions } from './revoke-admin-sessions.ts';
export { setAdminRole } from './set-admin-role.ts';
export { setAdminStatus } from './set-admin-status.ts';
