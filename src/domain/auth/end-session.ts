import { EndedSessionRecord } from '../../model/records/session.ts';
import { endSession as removeSession } from '../../persistence/auth/session-repository.ts';
import { anyAdmin } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';

export const endSession = operation({
  name: 'endSession',
  summary: 'Ends one of the caller’s own sessions; a session of another admin is not found.',
  access: anyAdmin(),
  admission: { peopleOnly: true },
  limit: 120,
  effect: 'write',
  transaction: { serialize: 'team' },
  target: 'Session',
  answers: EndedSessionRecord,
  input: NoInput,
  async handle({ em, principal }, { id }) {
    if (!(await removeSession(em, principal.adminId, id))) throw recordNotFound('Session');
    return { id, ended: true };
  },
});
