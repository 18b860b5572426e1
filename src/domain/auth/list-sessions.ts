import { pageOf } from '../../model/records/page.ts';
import { SessionRecord } from '../../model/records/session.ts';
import { listLiveSessions } from '../../persistence/auth/session-repository.ts';
import { anyAdmin } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { viewSession } from './auth-view.ts';

export const listSessions = operation({
  name: 'listSessions',
  summary: 'Lists the caller’s open sessions.',
  access: anyAdmin(),
  admission: { peopleOnly: true },
  limit: 120,
  effect: 'read',
  answers: pageOf(SessionRecord),
  input: NoInput,
  async handle({ now, principal, runtime }) {
    const sessions = await listLiveSessions(runtime.sessionDatabase, principal.adminId, now);
    return {
      items: sessions.map((session) => viewSession(session, principal.sessionId)),
      total: sessions.length,
      skip: 0,
      take: sessions.length,
    };
  },
});
