import { AdminRecord } from '../../model/records/admin.ts';
import { lockActiveSuperAdmins, lockAdmin } from '../../persistence/team/admin-repository.ts';
import { endSessions } from '../auth/store.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { throwIf } from '../kernel/errors.ts';
import { fields } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { requireRevision } from '../kernel/revision.ts';
import { lockServiceAccountsOf } from '../service-accounts/store.ts';
import { viewAdmin } from './admin-view.ts';
import { ownRoleError, requireAnotherSuperAdmin } from './team-rules.ts';

export const setAdminRole = operation({
  name: 'setAdminRole',
  summary: 'Changes the role of another admin and ends the admin’s sessions.',
  access: admins('SUPER_ADMIN'),
  admission: { peopleOnly: true },
  limit: 120,
  effect: 'write',
  transaction: { serialize: 'team' },
  target: 'Admin',
  takes: { revision: true },
  errors: ['SELF_CHANGE_FORBIDDEN', 'LAST_SUPER_ADMIN'],
  answers: AdminRecord,
  input: fields({
    role: schemaOf(AdminRecord.fields.role, {
      description: 'The new role; at least one active SUPER_ADMIN must remain.',
    }),
  }),
  async handle({ em, now, principal, call, audit, unchanged }, { id, role }) {
    const superAdmins = await lockActiveSuperAdmins(em);
    const admin = await lockAdmin(em, id);
    if (!admin) throw recordNotFound('Admin');
    requireRevision(call, admin);
    if (admin.role === role) return unchanged(viewAdmin(admin));
    throwIf(ownRoleError(principal.adminId, id));
    requireAnotherSuperAdmin(superAdmins, id);
    const before = { ...viewAdmin(admin) };
    Object.assign(admin, { role, updatedAt: now });
    await em.flush();
    await endSessions(em, id);
    await lockServiceAccountsOf(em, id);
    audit({ changes: changesBetween(before, viewAdmin(admin), ['role']) });
    return viewAdmin(admin);
  },
});
