import { ADMIN_ROLES } from '../enums.ts';
import { answer, boolean, id, integer, money, oneOf, part, text, texts, time, type View } from '../record.ts';
import { AdminRecord } from './admin.ts';
import { PreferencesRecord } from './preferences.ts';
import { ServiceAccountRecord } from './service-account.ts';

const { id: adminId, name, email, role, mustChangePassword } = AdminRecord.fields;

const SignedInAdminRecord = answer('SignedInAdmin', 'The admin whom a session belongs to.', {
  id: adminId,
  name,
  email,
  role,
  mustChangePassword,
});

export const SessionRecord = answer('Session', 'A browser or script in which the caller is signed in.', {
  id: id('The id, which `endSession` takes.'),
  current: boolean('Whether this request uses the session.'),
  ip: text('The IP address that signed in.'),
  userAgent: text('The `User-Agent` header of the login; null when it had none.').nullable(),
  createdAt: time('When the admin signed in.'),
  expiresAt: time('When the session ends, 12 hours after the login.'),
  lastUsedAt: time('When the session was last used, to five minutes.'),
});

export type SessionView = View<typeof SessionRecord>;

const NewSessionRecord = answer('NewSession', 'The session that a login opened; its token is in the cookie.', {
  id: SessionRecord.fields.id,
  expiresAt: SessionRecord.fields.expiresAt,
});

const RateLimitRecord = answer('RateLimit', 'The rate-limit status of the `viewer` field itself, per 60 seconds.', {
  limit: integer('Calls allowed per 60 seconds.'),
  remaining: integer('Calls left in the current 60 seconds.'),
  resetSeconds: integer('Seconds until all calls are available again.'),
});

const CallingServiceAccountRecord = answer('CallingServiceAccount', 'A service account that calls.', {
  id: ServiceAccountRecord.fields.id,
  name: ServiceAccountRecord.fields.name,
  role: ServiceAccountRecord.fields.role,
  expiresAt: ServiceAccountRecord.fields.expiresAt,
});

export const ViewerRecord = answer('Viewer', 'The caller, and what the caller may do.', {
  admin: part(SignedInAdminRecord, 'The signed-in admin, or the owner of the service account that calls.'),
  role: oneOf(
    'AdminRole',
    ADMIN_ROLES,
    'The role of the admin; for a service account the lower one of its own and its owner’s.',
  ),
  permissions: texts('The operations that the caller may call, by name.'),
  session: part(
    SessionRecord,
    'The session of this request; null when it ended meanwhile, and for a service account.',
  ).nullable(),
  serviceAccount: part(
    CallingServiceAccountRecord,
    'The service account that calls in the name of the admin; null for a session.',
  ).nullable(),
  // Every role that sells can read it here; not all of them may read the settings.
  defaultCurrency: text(
    'The default currency of the business settings, which a form for a sale begins with: a sale that names none is in UZS.',
  ),
  defaultDevicePrice: money(
    'The usual price of a device, in whole units of `defaultCurrency`, which a form for a sale begins with.',
  ),
  timeZone: text('The business time zone, an IANA name: days, weeks and months of lists and reports are those of it.'),
  preferences: part(PreferencesRecord, 'How the admin wants screens to be; `setPreferences` sets it.'),
  rateLimit: part(RateLimitRecord, 'The rate-limit status of `viewer`.'),
});

export const LoginRecord = answer('Login', 'The result of a login.', {
  admin: part(SignedInAdminRecord, 'The admin who signed in.'),
  session: part(NewSessionRecord, 'The new session.'),
});

export const LogoutRecord = answer('Logout', 'The result of a logout.', {
  signedOut: boolean('Always true: the session has ended.'),
});

export const PasswordChangeRecord = answer('PasswordChange', 'The result of a changed password.', {
  passwordChanged: boolean('Always true.'),
  endedSessions: integer('The number of other sessions that were ended.'),
});

export const EndedSessionRecord = answer('EndedSession', 'The result of ending one session.', {
  id: id('The id of the session.').inPayload('sessionId'),
  ended: boolean('Always true.').restOnly(),
});

export const MeRecord = answer('Me', 'Who calls.', {
  admin: part(SignedInAdminRecord, 'The signed-in admin, or the owner of the service account that calls.'),
  session: part(
    SessionRecord,
    'The session of this request; null when it ended meanwhile, and for a service account.',
  ).nullable(),
  serviceAccount: part(
    CallingServiceAccountRecord,
    'The service account that calls in the name of the admin; missing for a session.',
  ).orMissing(),
});

export type MeView = View<typeof MeRecord>;
