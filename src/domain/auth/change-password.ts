import { Type } from 'typebox';
import { endSessions } from '../../persistence/auth/session-repository.ts';
import { findPasswordHash, lockAdmin } from '../../persistence/team/admin-repository.ts';
import { anyAdmin } from '../kernel/access.ts';
import { invalid, unauthenticated } from '../kernel/errors.ts';
import { fields, verbatim } from '../kernel/input.ts';
import { noSuch } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { hashPassword, isCommonPassword, verifyPassword } from './password.ts';

/** The contract's pattern: a lower-case and an upper-case letter, a digit and a symbol. */
const PASSWORD_PATTERN = '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)(?=.*[^A-Za-z0-9]).+$';

export const changePassword = operation({
  name: 'changePassword',
  access: anyAdmin(),
  limit: 120,
  effect: 'write',
  serialize: 'team',
  beforePasswordChange: true,
  input: fields({
    currentPassword: verbatim(8, 128),
    newPassword: Type.String({ minLength: 12, maxLength: 128, pattern: PASSWORD_PATTERN }),
  }),
  async prepare({ em, principal }, { currentPassword, newPassword }) {
    if (isCommonPassword(newPassword, principal.email) || newPassword === currentPassword) {
      throw invalid('PASSWORD_TOO_COMMON', 'newPassword is too easy to guess; choose another one.', [
        { field: 'newPassword', message: 'is too easy to guess' },
      ]);
    }
    const account = await findPasswordHash(em, principal.adminId);
    if (!(await verifyPassword(currentPassword, account))) throw wrongPassword();
    return { checked: account, passwordHash: await hashPassword(newPassword) };
  },
  async handle({ em, now, principal, note }, _input, { checked, passwordHash }) {
    const admin = await lockAdmin(em, principal.adminId);
    if (!admin) throw noSuch('Admin');
    if (admin.passwordHash !== checked) throw wrongPassword();
    Object.assign(admin, { passwordHash, mustChangePassword: false, passwordExpiresAt: null, updatedAt: now });
    await em.flush();
    const endedSessions = await endSessions(em, admin.id, principal.sessionId);
    note({ target: { kind: 'Admin', id: admin.id }, detail: { endedSessions } });
    return { passwordChanged: true, endedSessions };
  },
});

function wrongPassword() {
  return unauthenticated('INVALID_CREDENTIALS', 'The current password is wrong.');
}
