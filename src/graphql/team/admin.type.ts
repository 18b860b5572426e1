import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { AdminView } from '../../domain/team/index.ts';
import { ADMIN_ROLES, ADMIN_STATUSES, type AdminRole, type AdminStatus } from '../../model/enums.ts';
import { connectionOf } from '../connection.ts';
import { enumType } from '../input-type.ts';

@ObjectType('Admin')
export class AdminType implements AdminView {
  @Field(() => ID)
  id: string;

  @Field()
  name: string;

  @Field()
  email: string;

  @Field(() => enumType('AdminRole', ADMIN_ROLES))
  role: AdminRole;

  @Field(() => enumType('AdminStatus', ADMIN_STATUSES))
  status: AdminStatus;

  @Field()
  mustChangePassword: boolean;

  @Field(() => Date, { nullable: true })
  lastLoginAt: Date | null;

  @Field(() => Int)
  revision: number;

  @Field()
  createdAt: Date;

  @Field()
  updatedAt: Date;
}

/** An admin whose password was just replaced: the only place where the one-time password is shown. */
@ObjectType('AdminWithPassword')
export class AdminWithPasswordType extends AdminType {
  @Field(() => String, { nullable: true, description: 'Shown once. The admin has to replace it.' })
  temporaryPassword: string | null;
}

@ObjectType('AdminOption')
export class AdminOptionType {
  @Field(() => ID)
  id: string;

  @Field()
  name: string;

  @Field(() => enumType('AdminRole', ADMIN_ROLES))
  role: AdminRole;
}

@ObjectType('EndedSessions')
export class EndedSessionsType {
  @Field(() => ID)
  id: string;

  @Field(() => Int)
  endedSessions: number;
}

export const AdminConnection = connectionOf('AdminConnection', AdminType);
