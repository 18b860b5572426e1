import { ADMIN_STATUSES } from '../../model/enums.ts';
import type { AdminView } from '../../model/records/admin.ts';
import { movesTo, type RecordAction, type Viewer } from '../kernel/actions.ts';
import { resetAdminPassword } from './reset-admin-password.ts';
import { revokeAdminSessions } from './revoke-admin-sessions.ts';
import { setAdminRole } from './set-admin-role.ts';
import { setAdminStatus } from './set-admin-status.ts';
import { ownPasswordError, ownRoleError, statusError } from './team-rules.ts';

/**
 * The operations of a viewer on an admin that these two decide. A SUPER_ADMIN who sees another one is proof that neither is the
 * last.
 */
export function adminActions(admin: Pick<AdminView, 'id' | 'status'>, { adminId }: Viewer): readonly RecordAction[] {
  return [
    { operation: setAdminRole, to: null, error: ownRoleError(adminId, admin.id) },
    ...movesTo(setAdminStatus, ADMIN_STATUSES, admin.status, (to) => ({ error: statusError(adminId, admin, to) })),
    { operation: resetAdminPassword, to: null, error: ownPasswordError(adminId, admin.id) },
    { operation: revokeAdminSessions, to: null },
  ];
}
