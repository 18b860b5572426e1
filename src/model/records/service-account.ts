import { ADMIN_ROLES, enumeration } from '../enums.ts';
import { beside, id, oneOf, record, type Stored, text, time, type View } from '../record.ts';
import { adminBy } from './admin.ts';

export const SERVICE_ACCOUNT_STATUSES = enumeration('ServiceAccountStatus', 'Whether a service account can call.', {
  ACTIVE: 'Can call, while its owner is ACTIVE.',
  EXPIRED: 'It has expired.',
  REVOKED: 'A SUPER_ADMIN has revoked it.',
});

export const ServiceAccountRecord = record(
  'ServiceAccount',
  'A token with which a script calls in the name of the SUPER_ADMIN who created it.',
  {
    id: id('The id.').readBy('getServiceAccount'),
    name: text('Its name, which the audit log shows: what it is for.', 2, 120).named().filter().sort().search(),
    role: oneOf('AdminRole', ADMIN_ROLES, 'It may call what this role and the current role of its owner both allow.')
      .filter()
      .sort(),
    status: oneOf('ServiceAccountStatus', SERVICE_ACCOUNT_STATUSES, 'Whether it can call.').filter().sort(),
    ownerId: id('The admin who created it and in whose name it calls.').filter(),
    expiresAt: time('When it expires, at most 366 days after its creation.').filter().sort(),
    lastUsedAt: time('When it was last used, to the minute; null before the first time.').nullable().filter().sort(),
    revokedAt: time('When it was revoked; null unless it was.').nullable().filter(),
    revokedById: id('The admin who revoked it.').nullable().filter(),
    createdAt: time('When it was created.').filter().sort(),
  },
  {
    owner: adminBy('ownerId', 'The admin who created it and in whose name it calls.'),
    revokedBy: adminBy('revokedById', 'The admin who revoked it; null unless one did.'),
  },
);

export type StoredServiceAccount = Stored<typeof ServiceAccountRecord>;
export type ServiceAccountView = View<typeof ServiceAccountRecord>;

export const ServiceAccountWithTokenRecord = beside(
  ServiceAccountRecord,
  'ServiceAccountWithToken',
  'A new service account with its token.',
  { token: text('The token, for `Authorization: Bearer`; no other response shows it.') },
);
