import { conflict, type DomainError } from './errors.ts';

/** A transition of a state machine. `by` names the triggers that can cause it. */
export interface Transition<State extends string, Trigger extends string = string> {
  readonly from: State;
  readonly to: State;
  readonly by: Trigger;
}

type TransitionCode = 'INVALID_TRANSITION' | 'INVALID_LIFECYCLE_TRANSITION';

/**
 * The transition from one state to another by a trigger.
 * @throws DomainError 409 INVALID_TRANSITION, or `code`, naming both states and the allowed ones
 */
export function requireTransition<State extends string, Trigger extends string>(
  table: readonly Transition<State, Trigger>[],
  from: State,
  to: State,
  by: Trigger,
  code: TransitionCode = 'INVALID_TRANSITION',
): Transition<State, Trigger> {
  const move = transitionOf(table, from, to, by);
  if (move) return move;
  throw illegal(table, from, to, by, code);
}

/** The error with which `requireTransition` refuses a transition; undefined if the table has it. */
export function transitionError<State extends string, Trigger extends string>(
  table: readonly Transition<State, Trigger>[],
  from: State,
  to: State,
  by: Trigger,
  code?: TransitionCode,
): DomainError | undefined {
  return transitionOf(table, from, to, by) ? undefined : illegal(table, from, to, by, code);
}

function transitionOf<State extends string, Trigger extends string>(
  table: readonly Transition<State, Trigger>[],
  from: State,
  to: State,
  by: Trigger,
): Transition<State, Trigger> | undefined {
  return table.find((row) => row.from === from && row.to === to && row.by === by);
}

function illegal<State extends string, Trigger extends string>(
  table: readonly Transition<State, Trigger>[],
  from: State,
  to: State,
  by: Trigger,
  code: TransitionCode = 'INVALID_TRANSITION',
): DomainError {
  const allowed = reachable(table, from, by);
  const hint = allowed.length > 0 ? `allowed from here: ${allowed.join(', ')}` : 'nothing is allowed from here';
  return conflict(code, `Cannot move from ${from} to ${to}; ${hint}.`);
}

/** The states to which triggers lead from anywhere, in the order of the table. */
export function targetsOf<State extends string, Trigger extends string>(
  table: readonly Transition<State, Trigger>[],
  ...by: readonly Trigger[]
): State[] {
  return [...new Set(table.filter((row) => by.includes(row.by)).map(({ to }) => to))];
}

/** The states reachable from `from` by a trigger, in the order of the table. */
export function reachable<State extends string, Trigger extends string>(
  table: readonly Transition<State, Trigger>[],
  from: State,
  by: Trigger,
): State[] {
  return table.filter((row) => row.from === from && row.by === by).map((row) => row.to);
}
