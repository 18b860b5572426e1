import { ADMIN_ROLES, enumeration } from '../enums.ts';
import { answer, id, oneOf, record, type Stored, text, time, type View } from '../record.ts';
import { adminBy } from './admin.ts';

export const SERVICE_ACCOUNT_STATUSES = enumeration('ServiceAccountStatus', 'Whether a service account can call.', {
  ACTIVE: 'Can call, while its owner is ACTIVE.',
  EXPIRED: 'Its time is over.',
  REVOKED: 'A SUPER_ADMIN has ended it.',
});

export const ServiceAccountRecord = record(
  'ServiceAccount',
  'A token with which a script calls in the name of the SUPER_ADMIN who made it.',
  {
    id: id('The id.').readBy('getServiceAccount'),
    name: text('What it is for, as the audit log names it.', 2, 120).filter().sort().search(),
    role: oneOf('AdminRole', ADMIN_ROLES, 'It may call what this role and the present role of its owner both allow.')
      .filter()
      .sort(),
    status: oneOf('ServiceAccountStatus', SERVICE_ACCOUNT_STATUSES, 'Whether it can call.').filter().sort(),
    ownerId: id('The admin who made it and in whose name it calls.').filter(),
    expiresAt: time('When it ends, at most 366 days after it was made.').filter().sort(),
    lastUsedAt: time('When it was last used, to the minute; null before the first time.').nullable().filter().sort(),
    revokedAt: time('When it was revoked; null unless it was.').nullable().filter(),
    revokedById: id('The admin who revoked it.').nullable().filter(),
    createdAt: time('When it was made.').filter().sort(),
  },
  {
    owner: adminBy('ownerId', 'The admin who made it and in whose name it calls.'),
    revokedBy: adminBy('revokedById', 'The admin who revoked it; null unless one did.'),
  },
);

export type StoredServiceAccount = Stored<typeof ServiceAccountRecord>;
export type ServiceAccountView = View<typeof ServiceAccountRecord>;

/** Only this record contains a token. */
export const ServiceAccountWithTokenRecord = answer(
  'ServiceAccountWithToken',
  'A new service account with its token.',
  {
    ...ServiceAccountRecord.fields,
    token: text('The token, for `Authorization: Bearer`; no other response shows it.'),
  },
);
