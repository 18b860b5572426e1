import { AdminWithPasswordRecord } from '../../model/records/admin.ts';
import { lockAdmin } from '../../persistence/team/admin-repository.ts';
import { hashPassword, newTemporaryPassword } from '../auth/index.ts';
import { endSessions, forgetSignInNetworks } from '../auth/store.ts';
import { adminsOrSystem } from '../kernel/access.ts';
import { throwIf } from '../kernel/errors.ts';
import { NoInput } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { viewAdmin } from './admin-view.ts';
import { ownPasswordError, TEMPORARY_PASSWORD_LIFETIME_MS } from './team-rules.ts';

export const resetAdminPassword = operation({
  name: 'resetAdminPassword',
  summary:
    'Replaces another admin’s password by a one-time password, which only this response shows, and ends the admin’s sessions.',
  access: adminsOrSystem('SUPER_ADMIN'),
  admission: { peopleOnly: true },
  limit: 120,
  effect: 'write',
  transaction: { serialize: 'team' },
  target: 'Admin',
  takes: { revision: true },
  errors: ['SELF_CHANGE_FORBIDDEN'],
  answers: AdminWithPasswordRecord,
  input: NoInput,
  async prepare({ principal, runtime }, { id }) {
    if (principal.kind === 'admin') throwIf(ownPasswordError(principal.adminId, id));
    const temporaryPassword = newTemporaryPassword();
    return { temporaryPassword, passwordHash: await hashPassword(temporaryPassword, runtime.passwordCost) };
  },
  async handle({ em, now, call, audit }, { id }, { temporaryPassword, passwordHash }) {
    const admin = await lockAdmin(em, id);
    if (!admin) throw recordNotFound('Admin');
    requireRevision(call, admin);
    Object.assign(admin, {
      passwordHash,
      initialPassword: null,
      mustChangePassword: true,
      passwordExpiresAt: new Date(now.getTime() + TEMPORARY_PASSWORD_LIFETIME_MS),
      failedLogins: 0,
      loginBlockedUntil: null,
      updatedAt: now,
    });
    await em.flush();
    await forgetSignInNetworks(em, id);
    const endedSessions = await endSessions(em, id);
    audit({ detail: { endedSessions } });
    return { ...viewAdmin(admin), temporaryPassword };
  },
});
