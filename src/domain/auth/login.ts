import { LoginRecord } from '../../model/records/session.ts';
import { AdminSession } from '../../persistence/auth/admin-session.entity.ts';
import { endSessionByToken } from '../../persistence/auth/session-repository.ts';
import { storeSignIn } from '../../persistence/auth/sign-in-network-repository.ts';
import { everyone } from '../kernel/access.ts';
import { keepingWrites, unauthenticated } from '../kernel/errors.ts';
import { described, email, fields, password } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { findAccount, lockAdmin, recordLogin } from '../team/store.ts';
import { delayedUntil, knownSince, SESSION_LIFETIME_MS } from './login-rules.ts';
import { verifyPassword } from './password.ts';
import { hashToken, newToken } from './session-token.ts';
import { readSignIns, recordFailedSignIn, UNKNOWN_ADMIN_ID } from './sign-in-delay.ts';

export const login = operation({
  name: 'login',
  summary: 'Signs an admin in and sets the session cookie; the session lasts 12 hours.',
  access: everyone(),
  admission: { peopleOnly: true, alwaysAuthorized: true },
  limit: 5,
  effect: 'write',
  errors: ['INVALID_CREDENTIALS'],
  answers: LoginRecord,
  input: fields({
    email: described(email(), 'The e-mail address of the admin, case-insensitive.'),
    password: described(password(8), 'The password, or a one-time password.'),
  }),
  async prepare({ em, now, call, runtime }, input) {
    const account = await findAccount(em, input.email, call.network, knownSince(now));
    // Also during a delay: a faster response would reveal which accounts exist.
    const waiter = account?.networkIsKnown ? 'known' : 'stranger';
    const right = await verifyPassword(input.password, account?.passwordHash, {
      waiter,
      cost: runtime.passwordCost,
    });
    return { account, right };
  },
  async handle(context, _input, { account, right }) {
    const { em, now, call, audit } = context;
    const admin = await lockAdmin(em, account?.id ?? UNKNOWN_ADMIN_ID);
    const signIns = await readSignIns(context, admin);
    const usable =
      admin?.status === 'ACTIVE' &&
      // The password may have changed since it was checked.
      admin.passwordHash === account?.passwordHash &&
      (!admin.passwordExpiresAt || admin.passwordExpiresAt > now);
    if (!admin || !right || !usable || delayedUntil(signIns, now)) {
      await recordFailedSignIn(context, admin, signIns, !right);
      throw keepingWrites(unauthenticated('INVALID_CREDENTIALS', 'SIGN_IN'));
    }
    await recordLogin(em, admin.id, now);
    await storeSignIn(em, admin.id, call.network, now);
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
    audit({
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
