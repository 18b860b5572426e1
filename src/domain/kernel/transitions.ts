import type { Step } from '../../model/wording.ts';
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
 * @throws DomainError 409 INVALID_TRANSITION, or `code`, naming both states and those from which the trigger leads there
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
  throw errorOf(table, from, to, by, code);
}

function transitionOf<State extends string, Trigger extends string>(
  table: readonly Transition<State, Trigger>[],
  from: State,
  to: State,
  by: Trigger,
): Transition<State, Trigger> | undefined {
  return table.find((row) => row.from === from && row.to === to && row.by === by);
}

/** Why a trigger does not make a transition. */
function errorOf<State extends string, Trigger extends string>(
  table: readonly Transition<State, Trigger>[],
  from: State,
  to: State,
  by: Trigger,
  code: TransitionCode,
): DomainError {
  if (!table.some((row) => row.from === from && row.to !== from)) return conflict(code, 'FINAL', { from, to });
  const allowed = [...new Set(table.filter((row) => row.to === to && row.by === by).map((row) => row.from))];
  return allowed.length === 0
    ? conflict(code, 'OTHER_CAUSES', { from, to })
    : conflict(code, 'ONLY_FROM', { from, to, allowed });
}

/**
 * The shortest path from a state to one of others, as transitions; undefined if there is none.
 * @param table the transitions that the path may contain
 */
export function shortestPath<State extends string, Row extends Transition<State>>(
  table: readonly Row[],
  from: State,
  to: readonly State[],
): readonly Row[] | undefined {
  const paths = new Map<State, readonly Row[]>([[from, []]]);
  // The loop also visits the states that it adds.
  for (const [state, path] of paths) {
    if (path.length > 0 && to.includes(state)) return path;
    for (const row of table) if (row.from === state && !paths.has(row.to)) paths.set(row.to, [...path, row]);
  }
  return undefined;
}

/** A path as the steps of a sentence, each made by one operation. */
export function stepsBy(by: Step['by'], path: readonly { readonly to: string }[]): Step[] {
  return path.map(({ to }) => ({ by, to }));
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
