import { Field, ID, ObjectType } from 'type-graphql';
import type { AuditEntryView } from '../../domain/audit/index.ts';
import { ACTOR_TYPES, type ActorType, TRANSPORTS, type Transport } from '../../model/enums.ts';
import { connectionOf } from '../connection.ts';
import { enumType } from '../input-type.ts';
import { Json } from '../scalars.ts';

@ObjectType('AuditEntry')
export class AuditEntryType implements AuditEntryView {
  @Field(() => ID)
  id: string;

  @Field()
  at: Date;

  @Field(() => enumType('ActorType', ACTOR_TYPES))
  actorType: ActorType;

  @Field(() => ID, { nullable: true })
  actorId: string | null;

  @Field(() => String, { nullable: true })
  actorLabel: string | null;

  @Field({ description: 'The operation’s name, `loginFailed` or `accessDenied`.' })
  action: string;

  @Field(() => String, { nullable: true })
  targetKind: string | null;

  @Field(() => ID, { nullable: true })
  targetId: string | null;

  @Field(() => Json, {
    nullable: true,
    description: 'By field: from and to. Personal data is masked for SUPPORT and VIEWER.',
  })
  changes: AuditEntryView['changes'];

  @Field(() => Json, { nullable: true })
  detail: AuditEntryView['detail'];

  @Field(() => String, { nullable: true })
  reason: string | null;

  @Field()
  requestId: string;

  @Field()
  ip: string;

  @Field(() => enumType('Transport', TRANSPORTS))
  transport: Transport;
}

export const AuditEntryConnection = connectionOf('AuditEntryConnection', AuditEntryType);
