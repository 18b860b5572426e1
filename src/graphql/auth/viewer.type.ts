import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { SessionView, SignedInAdmin } from '../../domain/auth/index.ts';
import { ADMIN_ROLES, type AdminRole } from '../../model/enums.ts';
import { enumType } from '../input-type.ts';

@ObjectType('SignedInAdmin', { description: 'The admin whom a session belongs to.' })
export class SignedInAdminType implements SignedInAdmin {
  @Field(() => ID, { description: 'The id of the admin.' })
  id: string;

  @Field({ description: 'The name that other admins see.' })
  name: string;

  @Field({ description: 'The e-mail address that the admin signs in with.' })
  email: string;

  @Field(() => enumType('AdminRole', ADMIN_ROLES), { description: 'What the admin may do.' })
  role: AdminRole;

  @Field({ description: 'Whether a one-time password has to be replaced before anything else is allowed.' })
  mustChangePassword: boolean;
}

@ObjectType('Session', { description: 'A browser or script in which the caller is signed in.' })
export class SessionType implements SessionView {
  @Field(() => ID, { description: 'The id, which `endSession` takes.' })
  id: string;

  @Field({ description: 'Whether this request uses the session.' })
  current: boolean;

  @Field({ description: 'The IP address that signed in.' })
  ip: string;

  @Field(() => String, { nullable: true, description: 'The `User-Agent` header of the login; null when it had none.' })
  userAgent: string | null;

  @Field({ description: 'When the admin signed in.' })
  createdAt: Date;

  @Field({ description: 'When the session ends, 12 hours after the login.' })
  expiresAt: Date;
}

@ObjectType('NewSession', { description: 'The session that a login opened; its token is in the cookie.' })
export class NewSessionType {
  @Field(() => ID, { description: 'The id, which `endSession` takes.' })
  id: string;

  @Field({ description: 'When the session ends, 12 hours after the login.' })
  expiresAt: Date;
}

@ObjectType('RateLimit', { description: 'What is left of the allowance of the `viewer` field itself, per 60 seconds.' })
export class RateLimitType {
  @Field(() => Int, { description: 'Calls allowed per 60 seconds.' })
  limit: number;

  @Field(() => Int, { description: 'Calls left in the current 60 seconds.' })
  remaining: number;

  @Field(() => Int, { description: 'Seconds until all calls are available again.' })
  resetSeconds: number;
}

@ObjectType('Viewer', { description: 'The caller, and what the caller may do.' })
export class ViewerType {
  @Field(() => SignedInAdminType, { description: 'The signed-in admin.' })
  admin: SignedInAdmin;

  @Field(() => enumType('AdminRole', ADMIN_ROLES), { description: 'The role of the signed-in admin.' })
  role: AdminRole;

  @Field(() => [String], { description: 'The operations that the role allows, by name.' })
  permissions: readonly string[];

  @Field(() => SessionType, {
    nullable: true,
    description: 'The session of this request; null when it ended meanwhile.',
  })
  session: SessionView | null;

  @Field(() => RateLimitType, { description: 'What is left of the rate limit of `viewer`.' })
  rateLimit: RateLimitType;
}

@ObjectType('Login', { description: 'The result of a login.' })
export class LoginType {
  @Field(() => SignedInAdminType, { description: 'The admin who signed in.' })
  admin: SignedInAdmin;

  @Field(() => NewSessionType, { description: 'The new session.' })
  session: NewSessionType;
}

@ObjectType('Logout', { description: 'The result of a logout.' })
export class LogoutType {
  @Field({ description: 'Always true: no session is open any more.' })
  signedOut: boolean;
}

@ObjectType('PasswordChange', { description: 'The result of a changed password.' })
export class PasswordChangeType {
  @Field({ description: 'Always true.' })
  passwordChanged: boolean;

  @Field(() => Int, { description: 'The number of other sessions that were ended.' })
  endedSessions: number;
}

@ObjectType('EndedSession', { description: 'The result of ending one session.' })
export class EndedSessionType {
  @Field(() => ID, { description: 'The id of the session.' })
  id: string;

  @Field({ description: 'Always true.' })
  ended: boolean;
}
