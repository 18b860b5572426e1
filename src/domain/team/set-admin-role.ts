import { ADMIN_ROLES } from '../../model/enums.ts';
import { endSessions } from '../../persistence/auth/session-repository.ts';
import { lockActiveSuperAdmins, lockAdmin } from '../../persistence/team/admin-repository.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { fields, oneOf } from '../kernel/input.ts';
import { noSuch } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { viewAdmin } from './admin-view.ts';
import { requireAnotherSuperAdmin, requireNotSelf } from './team-rules.ts';

export const setAdminRole = operation({
  name: 'setAdminRole',
  summary:
    'Changes the role of another admin and ends the admin’s sessions; at least one active SUPER_ADMIN must remain.',
  access: admins('SUPER_ADMIN'),
  limit: 120,
  effect: 'write',
  serialize: 'team',
  target: 'Admin',
  input: fields({ role: oneOf('AdminRole', ADMIN_ROLES) }),
  async handle({ em, now, principal, call, note, unchanged }, { id, role }) {
    const superAdmins = await lockActiveSuperAdmins(em);
    const admin = await lockAdmin(em, id);
    if (!admin) throw noSuch('Admin');
    requireRevision(call, admin);
    if (admin.role === role) return unchanged(viewAdmin(admin));
    requireNotSelf(principal.adminId, id);
    requireAnotherSuperAdmin(superAdmins, id);
    const before = { ...viewAdmin(admin) };
    Object.assign(admin, { role, updatedAt: now });
    await em.flush();
    await endSessions(em, id);
    note({ changes: changesBetween(before, viewAdmin(admin), ['role']) });
    return viewAdmin(admin);
  },
});
