import type { Operation } from '../domain/kernel/operation.ts';
import { type AdminRole, enumeration } from '../model/enums.ts';
import { answer, boolean, oneOf, text, type View } from '../model/record.ts';
import { objectTypeOf } from './record-type.ts';

const BLOCKED_BY = enumeration('BlockedBy', 'Why an action that the state allows is not open to the viewer.', {
  ROLE: 'The viewer’s role does not allow the mutation.',
});

const AvailableActionRecord = answer(
  'AvailableAction',
  'A move that the record’s state allows, from the same transition table that the mutation reads.',
  {
    operation: text('The mutation, by name.'),
    to: text('The status that it leads to.'),
    allowed: boolean('Whether the viewer may make the move.'),
    blockedBy: oneOf('BlockedBy', BLOCKED_BY, 'Null when the move is allowed.').nullable(),
  },
);

/** A move that a record's state allows, and whether the viewer may make it. */
export type AvailableAction = View<typeof AvailableActionRecord>;

export const AvailableActionType = objectTypeOf(AvailableActionRecord);

/** What the field `availableActions` of a record is described by. */
export const ACTIONS = { description: 'The moves that the state allows, and whether the viewer may make them.' };

/** The moves to these states by one operation, for a viewer of this role. */
export function actionsOf(role: AdminRole, { name, access }: Operation, states: readonly string[]): AvailableAction[] {
  const allowed = access.kind === 'admin' && access.roles.includes(role);
  return [...new Set(states)].map((to) => ({ operation: name, to, allowed, blockedBy: allowed ? null : 'ROLE' }));
}
