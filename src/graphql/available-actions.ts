import { Field, ObjectType } from 'type-graphql';
import type { Operation } from '../domain/kernel/operation.ts';
import { type AdminRole, enumeration } from '../model/enums.ts';
import { enumType } from './input-type.ts';

const BLOCKED_BY = enumeration('BlockedBy', 'Why an action that the state allows is not open to the viewer.', {
  ROLE: 'The viewer’s role does not allow the mutation.',
});
type BlockedBy = (typeof BLOCKED_BY)[number];

/** A move that a record's state allows, and whether the viewer may make it. */
export interface AvailableAction {
  readonly operation: string;
  readonly to: string;
  readonly allowed: boolean;
  readonly blockedBy: BlockedBy | null;
}

@ObjectType('AvailableAction', {
  description: 'A move that the record’s state allows, from the same transition table that the mutation reads.',
})
export class AvailableActionType implements AvailableAction {
  @Field({ description: 'The mutation, by name.' })
  operation: string;

  @Field({ description: 'The status that it leads to.' })
  to: string;

  @Field({ description: 'Whether the viewer may make the move.' })
  allowed: boolean;

  @Field(() => enumType('BlockedBy', BLOCKED_BY), { nullable: true, description: 'Null when the move is allowed.' })
  blockedBy: BlockedBy | null;
}

/** What the field `availableActions` of a record is described by. */
export const ACTIONS = { description: 'The moves that the state allows, and whether the viewer may make them.' };

/** The moves to these states by one operation, for a viewer of this role. */
export function actionsOf(role: AdminRole, { name, access }: Operation, states: readonly string[]): AvailableAction[] {
  const allowed = access.kind === 'admin' && access.roles.includes(role);
  return [...new Set(states)].map((to) => ({ operation: name, to, allowed, blockedBy: allowed ? null : 'ROLE' }));
}
