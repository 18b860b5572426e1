import { MeRecord } from '../../model/records/session.ts';
import { listLiveSessions } from '../../persistence/auth/session-repository.ts';
import { anyAdmin } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { viewSession } from './auth-view.ts';

export const getMe = operation({
  name: 'getMe',
  summary: 'Returns the signed-in admin with the current session.',
  access: anyAdmin(),
  limit: 120,
  effect: 'read',
  beforePasswordChange: true,
  answers: MeRecord,
  input: NoInput,
  async handle({ now, principal, runtime }) {
    const { adminId, sessionId, name, email, role, mustChangePassword } = principal;
    const sessions = await listLiveSessions(runtime.sessionDatabase, adminId, now);
    const session = sessions.find(({ id }) => id === sessionId);
    return {
      admin: { id: adminId, name, email, role, mustChangePassword },
      session: session ? viewSession(session, sessionId) : null,
    };
  },
});
