import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { Operation } from '../domain/kernel/operation.ts';
import type { AdminRole } from '../model/enums.ts';

const BLOCKED_BY = { ROLE: 'ROLE' } as const;
registerEnumType(BLOCKED_BY, {
  name: 'BlockedBy',
  description: 'Why an action that the state allows is not open to the viewer.',
});

/** A move that a record's state allows, and whether the viewer may make it. */
export interface AvailableAction {
  readonly operation: string;
  readonly to: string;
  readonly allowed: boolean;
  readonly blockedBy: 'ROLE' | null;
}

@ObjectType('AvailableAction', { description: 'From the same transition table that the mutation reads.' })
export class AvailableActionType implements AvailableAction {
  @Field({ description: 'The mutation, by name.' })
  operation: string;

  @Field({ description: 'The status that it leads to.' })
  to: string;

  @Field()
  allowed: boolean;

  @Field(() => BLOCKED_BY, { nullable: true })
  blockedBy: 'ROLE' | null;
}

/** The moves to these states by one operation, for a viewer of this role. */
export function actionsOf(role: AdminRole, { name, access }: Operation, states: readonly string[]): AvailableAction[] {
  const allowed = access.kind === 'admin' && access.roles.includes(role);
  return [...new Set(states)].map((to) => ({ operation: name, to, allowed, blockedBy: allowed ? null : 'ROLE' }));
}
