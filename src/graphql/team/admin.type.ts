import { Field, ID, Int, ObjectType } from 'type-graphql';
import { AdminOptionRecord, AdminRecord } from '../../model/records/admin.ts';
import { connectionOf } from '../connection.ts';
import { objectTypeOf } from '../record-type.ts';

export const AdminType = objectTypeOf(AdminRecord, { availableActions: ['id', 'status'] });

/** An admin with a new one-time password, which only this type contains. */
@ObjectType('AdminWithPassword', { description: 'An admin, with the one-time password where one was just issued.' })
export class AdminWithPasswordType extends AdminType {
  @Field(() => String, {
    nullable: true,
    description:
      'The one-time password, which the admin has to replace; no other response shows it. Null when none was issued.',
  })
  temporaryPassword: string | null;
}

export const AdminOptionType = objectTypeOf(AdminOptionRecord);

@ObjectType('EndedSessions', { description: 'The result of ending an admin’s sessions.' })
export class EndedSessionsType {
  @Field(() => ID, { description: 'The id of the admin.' })
  id: string;

  @Field(() => Int, { description: 'The number of sessions that were ended.' })
  endedSessions: number;
}

export const AdminConnection = connectionOf('AdminConnection', AdminType);
