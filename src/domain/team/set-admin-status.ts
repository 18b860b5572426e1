import { AdminRecord, AdminWithStatusRecord } from '../../model/records/admin.ts';
import { lockActiveSuperAdmins, lockAdmin } from '../../persistence/team/admin-repository.ts';
import { hashPassword, newTemporaryPassword } from '../auth/index.ts';
import { endSessions, forgetSignInNetworks } from '../auth/store.ts';
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
import { requireAnotherSuperAdmin, statusError, TEMPORARY_PASSWORD_LIFETIME_MS } from './team-rules.ts';

export const setAdminStatus = operation({
  name: 'setAdminStatus',
  summary:
    'Suspends, disables or reactivates another admin and ends the admin’s sessions; reactivating a DISABLED one issues a one-time password.',
  access: admins('SUPER_ADMIN'),
  admission: { peopleOnly: true },
  limit: 120,
  effect: 'write',
  transaction: { serialize: 'team' },
  target: 'Admin',
  takes: { revision: true },
  errors: ['SELF_CHANGE_FORBIDDEN', 'INVALID_TRANSITION', 'LAST_SUPER_ADMIN'],
  answers: AdminWithStatusRecord,
  input: fields({
    status: schemaOf(AdminRecord.fields.status, {
      description: 'The new status; at least one active SUPER_ADMIN must remain.',
    }),
  }),
  async prepare({ runtime }, { status }) {
    if (status !== 'ACTIVE') return undefined;
    const temporaryPassword = newTemporaryPassword();
    return { temporaryPassword, passwordHash: await hashPassword(temporaryPassword, runtime.passwordCost) };
  },
  async handle({ em, now, principal, call, audit, unchanged }, { id, status }, fresh) {
    const superAdmins = await lockActiveSuperAdmins(em);
    const admin = await lockAdmin(em, id);
    if (!admin) throw recordNotFound('Admin');
    requireRevision(call, admin);
    if (admin.status === status) return unchanged({ ...viewAdmin(admin), temporaryPassword: null });
    throwIf(statusError(principal.adminId, admin, status));
    if (status !== 'ACTIVE') requireAnotherSuperAdmin(superAdmins, id);
    const before = viewAdmin(admin);
    const reset = before.status === 'DISABLED' ? fresh : undefined;
    Object.assign(admin, { status, updatedAt: now });
    if (reset) {
      Object.assign(admin, {
        passwordHash: reset.passwordHash,
        initialPassword: null,
        mustChangePassword: true,
        passwordExpiresAt: new Date(now.getTime() + TEMPORARY_PASSWORD_LIFETIME_MS),
        failedLogins: 0,
        loginBlockedUntil: null,
      });
      await forgetSignInNetworks(em, id);
    }
    await em.flush();
    await endSessions(em, id);
    await lockServiceAccountsOf(em, id);
    audit({ changes: changesBetween(before, viewAdmin(admin), ['status', 'mustChangePassword']) });
    return { ...viewAdmin(admin), temporaryPassword: reset?.temporaryPassword ?? null };
  },
});
