import type { AdminRole } from '../../model/enums.ts';
import { MeRecord, type SessionView } from '../../model/records/session.ts';
import { listLiveSessions } from '../../persistence/auth/session-repository.ts';
import { type AdminPrincipal, anyAdmin, type CallingAccount } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { viewSession } from './auth-view.ts';

/** Who calls. */
interface Me {
  readonly admin: Pick<AdminPrincipal, 'name' | 'email' | 'mustChangePassword'> & {
    readonly id: string;
    readonly role: AdminRole;
  };
  readonly session: SessionView | null;
  /** Only for a call by one. */
  readonly serviceAccount?: CallingAccount;
}

export const getMe = operation({
  name: 'getMe',
  summary: 'Returns the signed-in admin with the current session; for a service account its owner, and the account.',
  access: anyAdmin(),
  limit: 120,
  effect: 'read',
  beforePasswordChange: true,
  answers: MeRecord,
  input: NoInput,
  async handle({ now, principal, runtime }): Promise<Me> {
    const { adminId, sessionId, name, email, roles, mustChangePassword, serviceAccount } = principal;
    const admin = { id: adminId, name, email, role: roles.at(-1) ?? roles[0], mustChangePassword };
    if (serviceAccount) return { admin, session: null, serviceAccount };
    const sessions = await listLiveSessions(runtime.sessionDatabase, adminId, now);
    const session = sessions.find(({ id }) => id === sessionId);
    return { admin, session: session ? viewSession(session, sessionId) : null };
  },
});
