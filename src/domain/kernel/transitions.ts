import { conflict } from './errors.ts';

/** A transition of a state machine. `by` names the triggers that can cause it. */
export interface Transition<State extends string, Trigger extends string = string> {
  readonly from: State;
  readonly to: State;
  readonly by: Trigger;
}

/**
 * The transition from one state to another by a trigger.
 * @throws DomainError 409 INVALID_TRANSITION, or `code`, naming both states and the allowed ones
 */
export function requireTransition<State extends string, Trigger extends string>(
  table: readonly Transition<State, Trigger>[],
  from: State,
  to: State,
  by: Trigger,
  code: 'INVALID_TRANSITION' | 'INVALID_LIFECYCLE_TRANSITION' = 'INVALID_TRANSITION',
): Transition<State, Trigger> {
  const move = table.find((row) => row.from === from && row.to === to && row.by === by);
  if (move) return move;
  const allowed = reachable(table, from, by);
  const hint = allowed.length > 0 ? `allowed from here: ${allowed.join(', ')}` : 'nothing is allowed from here';
  throw conflict(code, `Cannot move from ${from} to ${to}; ${hint}.`);
}

/** The states reachable from `from` by a trigger, in the order of the table. */
export function reachable<State extends string, Trigger extends string>(
  table: readonly Transition<State, Trigger>[],
  from: State,
  by: Trigger,
): State[] {
  return table.filter((row) => row.from === from && row.by === by).map((row) => row.to);
}
