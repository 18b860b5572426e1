import { AdminSession } from '../../persistence/auth/admin-session.entity.ts';
import { endSessionByToken } from '../../persistence/auth/session-repository.ts';
import { findAccount, lockAdmin, recordFailedLogin, recordLogin } from '../../persistence/team/admin-repository.ts';
import { everyone } from '../kernel/access.ts';
import { keepingWrites, unauthenticated } from '../kernel/errors.ts';
import { email, fields, verbatim } from '../kernel/input.ts';
import { type Context, operation } from '../kernel/operation.ts';
import { blockedUntil, SESSION_LIFETIME_MS } from './login-rules.ts';
import { verifyPassword } from './password.ts';
import { hashToken, newToken } from './session-token.ts';

/** Entries about one account or network within a minute; more would only flood the log. */
const FAILURE_ENTRIES_PER_MINUTE = 10;

export const login = operation({
  name: 'login',
  access: everyone(),
  limit: 5,
  effect: 'write',
  alwaysAuthorized: true,
  input: fields({ email: email(), password: verbatim(8) }),
  async prepare({ em }, input) {
    const account = await findAccount(em, input.email);
    const right = await verifyPassword(input.password, account?.passwordHash);
    return { account, right };
  },
  async handle(context, _input, { account, right }) {
    const { em, now, call, note } = context;
    const admin = account && (await lockAdmin(em, account.id));
    const blocked = admin?.loginBlockedUntil && admin.loginBlockedUntil > now;
    const usable =
      admin?.status === 'ACTIVE' &&
      // The password that was checked is still the password: a change in between ends the old one.
      admin.passwordHash === account?.passwordHash &&
      (!admin.passwordExpiresAt || admin.passwordExpiresAt > now);
    if (!admin || !right || blocked || !usable) {
      if (admin && !right && !blocked) {
        await recordFailedLogin(em, admin.id, blockedUntil(admin.failedLogins + 1, now));
      }
      await noteFailure(context, admin ?? undefined);
      throw keepingWrites(unauthenticated('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.'));
    }
    await recordLogin(em, admin.id, now);
    if (call.sessionToken) await endSessionByToken(em, hashToken(call.sessionToken));

    const token = newToken();
    const session = em.create(AdminSession, {
      adminId: admin.id,
      tokenHash: hashToken(token),
      ip: call.ip,
      userAgent: call.userAgent?.slice(0, 256) ?? null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
    });
    await em.flush();
    note({
      target: { kind: 'Session', id: session.id },
      actor: { type: 'ADMIN', id: admin.id, label: admin.email },
    });
    return {
      /** For the session cookie only; no transport shows it. */
      token,
      admin: {
        id: admin.id,
        name: admin.name,
        email: admin.email,
        role: admin.role,
        mustChangePassword: admin.mustChangePassword,
      },
      session: { id: session.id, expiresAt: session.expiresAt },
    };
  },
});

async function noteFailure({ runtime, call, note }: Context, admin?: { id: string; email: string }): Promise<void> {
  const key = admin ? `admin:${admin.id}` : `ip:${call.network}`;
  const { exceeded } = await runtime.limits.consume(`loginFailed:${key}`, FAILURE_ENTRIES_PER_MINUTE);
  if (exceeded) return;
  note({
    action: 'loginFailed',
    actor: { type: 'PUBLIC', id: null, label: null },
    ...(admin ? { target: { kind: 'Admin', id: admin.id } } : {}),
  });
}
