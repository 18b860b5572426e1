import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { SessionView, SignedInAdmin } from '../../domain/auth/index.ts';
import { ADMIN_ROLES, type AdminRole } from '../../model/enums.ts';
import { enumType } from '../input-type.ts';

@ObjectType('SignedInAdmin')
export class SignedInAdminType implements SignedInAdmin {
  @Field(() => ID)
  id: string;

  @Field()
  name: string;

  @Field()
  email: string;

  @Field(() => enumType('AdminRole', ADMIN_ROLES))
  role: AdminRole;

  @Field()
  mustChangePassword: boolean;
}

@ObjectType('Session')
export class SessionType implements SessionView {
  @Field(() => ID)
  id: string;

  @Field()
  current: boolean;

  @Field()
  ip: string;

  @Field(() => String, { nullable: true })
  userAgent: string | null;

  @Field()
  createdAt: Date;

  @Field()
  expiresAt: Date;
}

@ObjectType('NewSession')
export class NewSessionType {
  @Field(() => ID)
  id: string;

  @Field()
  expiresAt: Date;
}

@ObjectType('RateLimit', { description: 'What is left of the allowance of the `viewer` field itself, per 60 seconds.' })
export class RateLimitType {
  @Field(() => Int)
  limit: number;

  @Field(() => Int)
  remaining: number;

  @Field(() => Int)
  resetSeconds: number;
}

@ObjectType('Viewer')
export class ViewerType {
  @Field(() => SignedInAdminType)
  admin: SignedInAdmin;

  @Field(() => enumType('AdminRole', ADMIN_ROLES))
  role: AdminRole;

  @Field(() => [String], { description: 'The operations that the role allows, by name.' })
  permissions: readonly string[];

  @Field(() => SessionType, { nullable: true })
  session: SessionView | null;

  @Field(() => RateLimitType)
  rateLimit: RateLimitType;
}

@ObjectType('Login')
export class LoginType {
  @Field(() => SignedInAdminType)
  admin: SignedInAdmin;

  @Field(() => NewSessionType)
  session: NewSessionType;
}

@ObjectType('Logout')
export class LogoutType {
  @Field()
  signedOut: boolean;
}

@ObjectType('PasswordChange')
export class PasswordChangeType {
  @Field()
  passwordChanged: boolean;

  @Field(() => Int)
  endedSessions: number;
}

@ObjectType('EndedSession')
export class EndedSessionType {
  @Field(() => ID)
  id: string;

  @Field()
  ended: boolean;
}
