import { Field, ID, Int, ObjectType } from 'type-graphql';
import { AdminOptionRecord, AdminRecord } from '../../model/records/admin.ts';
import { connectionOf } from '../connection.ts';
import { objectTypeOf } from '../record-type.ts';

export const AdminType = objectTypeOf(AdminRecord);

/** An admin whose password was just replaced: the only place where the one-time password is shown. */
@ObjectType('AdminWithPassword')
export class AdminWithPasswordType extends AdminType {
  @Field(() => String, { nullable: true, description: 'Shown once. The admin has to replace it.' })
  temporaryPassword: string | null;
}

export const AdminOptionType = objectTypeOf(AdminOptionRecord);

@ObjectType('EndedSessions')
export class EndedSessionsType {
  @Field(() => ID)
  id: string;

  @Field(() => Int)
  endedSessions: number;
}

export const AdminConnection = connectionOf('AdminConnection', AdminType);
