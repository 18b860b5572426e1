import { one } from '../edge.ts';
import { GRANT_STATES, MAINTENANCE_PURPOSES } from '../enums.ts';
import { answer, id, oneOf, record, text, time, type View } from '../record.ts';

export const MaintenanceGrantRecord = record(
  'MaintenanceGrant',
  'A permission for one board to take a device’s identity; never its token.',
  {
    id: id('The id, which is the `jti` of the token.').readBy('getDevice'),
    releaseId: id('The release that the board has to run.'),
    mac: text('The MAC address of the board, lower case with colons.'),
    purpose: oneOf('MaintenancePurpose', MAINTENANCE_PURPOSES, 'What the board may do with it, once.'),
    state: oneOf('GrantState', GRANT_STATES, 'Whether it can still be used; EXPIRED once `expiresAt` has passed.'),
    issuedAt: time('When it was issued.'),
    expiresAt: time('When it stops working.'),
    consumedAt: time('When the device proved itself with its new secret; null before.').nullable(),
  },
  {
    release: one('Release', 'releaseId', 'The release that the board has to run.').needs('getRelease'),
  },
);

export type GrantView = View<typeof MaintenanceGrantRecord>;

export const IssuedMaintenanceGrantRecord = answer(
  'IssuedMaintenanceGrant',
  'A token that lets one board take the identity of one device, once.',
  {
    grantId: id('The id of the grant.'),
    grant: text('The token as a compact JWS for the board; no other response shows it.'),
    mac: text('The MAC address of the board that may use it.'),
    serial: text('The serial of the device whose identity the board takes.'),
    purpose: oneOf('MaintenancePurpose', MAINTENANCE_PURPOSES, 'What the board may do with it.'),
    issuedAt: time('When it was issued.'),
    expiresAt: time('When it expires, 15 minutes after it was issued.'),
  },
);
