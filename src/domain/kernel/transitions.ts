import { conflict } from './errors.ts';

/** One legal move of a state machine. `by` names what may cause it. */
export interface Transition<State extends string, Trigger extends string = string> {
  readonly from: State;
  readonly to: State;
  readonly by: Trigger;
}

/**
 * The move from one state to another that `by` may cause.
 * @throws DomainError 409 INVALID_TRANSITION, or what `code` says, naming from, to and what is allowed
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

/** The states that `by` may reach from `from`, in the order of the table. */
export function reachable<State extends string, Trigger extends string>(
  table: readonly Transition<State, Trigger>[],
  from: State,
  by: Trigger,
): State[] {
  return table.filter((row) => row.from === from && row.by === by).map((row) => row.to);
}
