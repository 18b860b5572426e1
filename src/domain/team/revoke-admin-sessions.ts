import { EndedSessionsRecord } from '../../model/records/admin.ts';
import { lockAdmin } from '../../persistence/team/admin-repository.ts';
import { endSessions } from '../auth/store.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';

export const revokeAdminSessions = operation({
  name: 'revokeAdminSessions',
  summary: 'Ends every session of an admin.',
  access: admins('SUPER_ADMIN'),
  admission: { peopleOnly: true },
  limit: 120,
  effect: 'write',
  transaction: { serialize: 'team' },
  target: 'Admin',
  answers: EndedSessionsRecord,
  input: NoInput,
  async handle({ em, audit }, { id }) {
    if (!(await lockAdmin(em, id))) throw recordNotFound('Admin');
    const endedSessions = await endSessions(em, id);
    audit({ detail: { endedSessions } });
    return { id, endedSessions };
  },
});
