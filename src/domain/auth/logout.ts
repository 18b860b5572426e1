import { endSessionByToken } from '../../persistence/auth/session-repository.ts';
import { everyone } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { hashToken } from './session-token.ts';

/** Public by contract: it answers the same with a session, with an old one and with none. */
export const logout = operation({
  name: 'logout',
  access: everyone(),
  limit: 120,
  effect: 'write',
  alwaysAuthorized: true,
  input: NoInput,
  async handle({ em, call, note, unchanged }) {
    const ended = call.sessionToken ? await endSessionByToken(em, hashToken(call.sessionToken)) : undefined;
    if (!ended) return unchanged({ signedOut: true });
    note({
      target: { kind: 'Session', id: ended.id },
      actor: { type: 'ADMIN', id: ended.adminId, label: ended.email },
    });
    return { signedOut: true };
  },
});
