import { viewOf } from '../../model/record.ts';
import { ServiceAccountRecord } from '../../model/records/service-account.ts';
import { lockServiceAccount } from '../../persistence/service-accounts/service-account-repository.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { BEYOND } from './beyond.ts';

export const revokeServiceAccount = operation({
  name: 'revokeServiceAccount',
  summary: 'Revokes a service account at once and for good; it stays in the list.',
  beyond: BEYOND,
  access: admins('SUPER_ADMIN'),
  admission: { peopleOnly: true },
  limit: 120,
  effect: 'write',
  target: 'ServiceAccount',
  answers: ServiceAccountRecord,
  input: NoInput,
  async handle({ em, now, principal, audit, unchanged }, { id }) {
    const account = await lockServiceAccount(em, id);
    if (!account) throw recordNotFound('ServiceAccount');
    if (account.revokedAt) return unchanged(viewOf(ServiceAccountRecord, { ...account, status: 'REVOKED' }));
    Object.assign(account, { revokedAt: now, revokedById: principal.adminId });
    await em.flush();
    const { name, role } = account;
    audit({ detail: { name, role } });
    return viewOf(ServiceAccountRecord, { ...account, status: 'REVOKED' });
  },
});
