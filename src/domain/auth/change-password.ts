import { PasswordChangeRecord } from '../../model/records/session.ts';
import { endSessions } from '../../persistence/auth/session-repository.ts';
import { storeSignIn } from '../../persistence/auth/sign-in-network-repository.ts';
import { anyAdmin } from '../kernel/access.ts';
import { fieldProblem, invalid, keepingWrites, rateLimited, unauthenticated } from '../kernel/errors.ts';
import { described, fields, password, passwordToSet } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { findPasswordHash, lockAdmin } from '../team/store.ts';
import { delayedUntil } from './login-rules.ts';
import { hashPassword, isCommonPassword, verifyPassword } from './password.ts';
import { readSignIns, recordFailedSignIn } from './sign-in-delay.ts';

/** The contract's pattern: a lower-case and an upper-case letter, a digit and a symbol. */
const PASSWORD_PATTERN = '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)(?=.*[^A-Za-z0-9]).+$';

export const changePassword = operation({
  name: 'changePassword',
  summary: 'Replaces the caller’s password and ends the caller’s other sessions.',
  access: anyAdmin(),
  admission: { peopleOnly: true, beforePasswordChange: true },
  limit: 120,
  effect: 'write',
  transaction: { serialize: 'team' },
  errors: ['INVALID_CREDENTIALS', 'PASSWORD_TOO_COMMON', 'ADMIN_NOT_FOUND'],
  answers: PasswordChangeRecord,
  input: fields({
    currentPassword: described(password(8, 128), 'The current password.'),
    newPassword: described(
      passwordToSet(12, 128, PASSWORD_PATTERN),
      '12 to 128 characters with a lower-case letter, an upper-case letter, a digit and a symbol.',
    ),
  }),
  async prepare({ em, principal, runtime }, { currentPassword, newPassword }) {
    if (isCommonPassword(newPassword, principal.email) || newPassword === currentPassword.normalize('NFC')) {
      throw invalid('PASSWORD_TOO_COMMON').with({ fields: [fieldProblem('newPassword', 'TOO_COMMON')] });
    }
    const account = await findPasswordHash(em, principal.adminId);
    const cost = runtime.passwordCost;
    const right = await verifyPassword(currentPassword, account, { waiter: 'known', cost });
    return { checked: account, passwordHash: right ? await hashPassword(newPassword, cost) : undefined };
  },
  async handle(context, _input, { checked, passwordHash }) {
    const { em, now, principal, call, audit } = context;
    const admin = await lockAdmin(em, principal.adminId);
    if (!admin) throw recordNotFound('Admin');
    const signIns = await readSignIns(context, admin);
    const until = delayedUntil(signIns, now);
    if (until || passwordHash === undefined) {
      const actor = { type: 'ADMIN', id: admin.id, label: admin.email } as const;
      await recordFailedSignIn(context, admin, signIns, passwordHash === undefined, actor);
      throw keepingWrites(until ? rateLimited(secondsUntil(until, now)) : wrongPassword());
    }
    if (admin.passwordHash !== checked) throw wrongPassword();
    await storeSignIn(em, admin.id, call.network, now);
    Object.assign(admin, { passwordHash, mustChangePassword: false, passwordExpiresAt: null, updatedAt: now });
    await em.flush();
    const endedSessions = await endSessions(em, admin.id, principal.sessionId);
    audit({ target: { kind: 'Admin', id: admin.id }, detail: { endedSessions } });
    return { passwordChanged: true, endedSessions };
  },
});

function wrongPassword() {
  return unauthenticated('INVALID_CREDENTIALS', 'CURRENT_PASSWORD');
}

function secondsUntil(time: Date, now: Date): number {
  return Math.ceil((time.getTime() - now.getTime()) / 1000);
}
