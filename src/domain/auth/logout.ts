import { LogoutRecord } from '../../model/records/session.ts';
import { endSessionByToken } from '../../persistence/auth/session-repository.ts';
import { everyone } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { hashToken } from './session-token.ts';

export const logout = operation({
  name: 'logout',
  summary: 'Ends the current session and clears its cookie; it succeeds without a session too.',
  access: everyone(),
  admission: { peopleOnly: true, alwaysAuthorized: true },
  limit: 120,
  effect: 'write',
  answers: LogoutRecord,
  input: NoInput,
  async handle({ em, call, audit, unchanged }) {
    const ended = call.sessionToken ? await endSessionByToken(em, hashToken(call.sessionToken)) : undefined;
    if (!ended) return unchanged({ signedOut: true });
    audit({
      target: { kind: 'Session', id: ended.id },
      actor: { type: 'ADMIN', id: ended.adminId, label: ended.email },
    });
    return { signedOut: true };
  },
});
