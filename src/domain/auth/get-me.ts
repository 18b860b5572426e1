import { MeRecord, type MeView } from '../../model/records/session.ts';
import { listLiveSessions } from '../../persistence/auth/session-repository.ts';
import { anyAdmin } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { viewSession } from './auth-view.ts';

export const getMe = operation({
  name: 'getMe',
  summary: 'Returns the signed-in admin with the current session; for a service account its owner, and the account.',
  access: anyAdmin(),
  admission: { beforePasswordChange: true },
  limit: 120,
  effect: 'read',
  answers: MeRecord,
  input: NoInput,
  async handle({ now, principal, runtime }): Promise<MeView> {
    const { adminId, sessionId, name, email, roles, mustChangePassword, serviceAccount } = principal;
    const admin = { id: adminId, name, email, role: roles.at(-1) ?? roles[0], mustChangePassword };
    if (serviceAccount) return { admin, session: null, serviceAccount };
    const sessions = await listLiveSessions(runtime.sessionDatabase, adminId, now);
    const session = sessions.find(({ id }) => id === sessionId);
    return { admin, session: session ? viewSession(session, sessionId) : null, serviceAccount };
  },
});
