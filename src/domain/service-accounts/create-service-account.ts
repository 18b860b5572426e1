import { viewOf } from '../../model/record.ts';
import { ServiceAccountRecord, ServiceAccountWithTokenRecord } from '../../model/records/service-account.ts';
import { ServiceAccount } from '../../persistence/service-accounts/service-account.entity.ts';
import { hashToken } from '../auth/index.ts';
import { readExpiry } from '../formats/business-time.ts';
import { admins } from '../kernel/access.ts';
import { fieldProblem, validationFailed } from '../kernel/errors.ts';
import { described, fields, timestamp } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { BEYOND } from './beyond.ts';
import { newServiceToken } from './service-token.ts';

const MAX_LIFETIME_DAYS = 366;
const DAY_MS = 24 * 60 * 60 * 1000;

export const createServiceAccount = operation({
  name: 'createServiceAccount',
  summary: 'Creates a service account for a script, with a token that only this response shows.',
  beyond: BEYOND,
  access: admins('SUPER_ADMIN'),
  admission: { peopleOnly: true },
  limit: 60,
  effect: 'write',
  answers: ServiceAccountWithTokenRecord,
  input: fields({
    name: schemaOf(ServiceAccountRecord.fields.name),
    role: schemaOf(ServiceAccountRecord.fields.role, {
      description: 'It may call what this role and your own current role both allow.',
    }),
    expiresAt: described(
      timestamp(),
      `When it expires, at most ${MAX_LIFETIME_DAYS} days from now: an RFC 3339 date-time, or a date, whose whole day still counts.`,
    ),
  }),
  async prepare({ now, settings }, { expiresAt: given }) {
    const expiresAt = readExpiry(given, now, settings.businessTimeZone);
    if (!expiresAt || expiresAt.getTime() > now.getTime() + MAX_LIFETIME_DAYS * DAY_MS) {
      throw validationFailed([fieldProblem('expiresAt', 'TOO_FAR_AHEAD', { days: MAX_LIFETIME_DAYS })]);
    }
    return { expiresAt };
  },
  async handle({ em, now, principal, audit }, { name, role }, { expiresAt }) {
    const token = newServiceToken();
    const account = em.create(ServiceAccount, {
      name,
      role,
      ownerId: principal.adminId,
      tokenHash: hashToken(token),
      expiresAt,
      lastUsedAt: null,
      revokedAt: null,
      revokedById: null,
      createdAt: now,
    });
    await em.flush();
    audit({ target: { kind: 'ServiceAccount', id: account.id }, detail: { name, role, expiresAt } });
    return viewOf(ServiceAccountWithTokenRecord, { ...account, status: 'ACTIVE', token });
  },
});
