import { Field, ObjectType } from 'type-graphql';
import { type AvailableAction, availableTo, type RecordAction } from '../domain/kernel/actions.ts';
import { enumeration } from '../model/enums.ts';
import type { GraphqlContext } from './context.ts';
import { enumType } from './input-type.ts';

const BLOCKED_BY = enumeration('BlockedBy', 'Why an action is not open to the viewer.', {
  ROLE: 'The viewer’s role does not allow the mutation.',
  STATE: 'The state of the record does not allow the mutation, whoever calls it.',
});

const CODE = 'The stable code of that error: `SALE_NOT_EDITABLE`.';

@ObjectType('LockedField', { description: 'A field of the mutation’s input that the state of the record locks.' })
export class LockedFieldType {
  @Field({ description: 'The field of the input.' })
  field: string;

  @Field({ description: 'What the mutation would answer to a change of the field.' })
  reason: string;

  @Field({ description: CODE })
  code: string;
}

@ObjectType('AvailableAction', {
  description: 'What a mutation can do to the record, decided by the rules that the mutation itself follows.',
})
export class AvailableActionType {
  @Field({ description: 'The mutation, by name.' })
  operation: string;

  @Field(() => String, {
    nullable: true,
    description: 'The status that it leads to; null when it leads to none, or when other records decide to which.',
  })
  to: string | null;

  @Field({ description: 'Whether the viewer’s role and the state of the record allow it.' })
  allowed: boolean;

  @Field(() => enumType('BlockedBy', BLOCKED_BY), { nullable: true, description: 'Null when it is allowed.' })
  blockedBy: AvailableAction['blockedBy'];

  @Field(() => String, {
    nullable: true,
    description: 'What the mutation would answer to the viewer now; null when it is allowed.',
  })
  reason: string | null;

  @Field(() => String, { nullable: true, description: CODE })
  code: string | null;

  @Field(() => [LockedFieldType], {
    description: 'Fields of the input that the state locks while the others can be changed.',
  })
  lockedFields: LockedFieldType[];
}

/** What the field `availableActions` of a record is described by. */
export const ACTIONS = {
  description:
    'Every mutation of this record, once for each status that it leads to, and whether it is open to the viewer, as far as the record itself decides it. A move to the present status is left out.',
};

/** The actions of a record as the caller sees them. */
export async function actionsFor(
  ctx: GraphqlContext,
  actionsOf: (viewer: Awaited<ReturnType<GraphqlContext['admin']>>) => readonly RecordAction[],
): Promise<AvailableAction[]> {
  const viewer = await ctx.admin();
  return actionsOf(viewer).map((action) => availableTo(viewer, action));
}
