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
  throw transitionError(from, to, causeOf(table, from, to, by), code);
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
function causeOf<State extends string, Trigger extends string>(
  table: readonly Transition<State, Trigger>[],
  from: State,
  to: State,
  by: Trigger,
): string {
  if (!table.some((row) => row.from === from && row.to !== from)) return `${from} is final.`;
  const sources = [...new Set(table.filter((row) => row.to === to && row.by === by).map((row) => row.from))];
  if (sources.length === 0) return `${to} has other causes.`;
  return `only ${inWords(sources, 'and')} can become ${to} in this way.`;
}

/** The error of a transition. @param cause says why, and what comes first: the end of a sentence, with its period */
export function transitionError(
  from: string,
  to: string,
  cause: string,
  code: TransitionCode = 'INVALID_TRANSITION',
): DomainError {
  return conflict(code, `Cannot move from ${from} to ${to}: ${cause}`);
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

/** Steps as the end of a sentence: `first sell it, then set it to SUSPENDED.` */
export function inSteps(steps: readonly string[]): string {
  const [first = '', ...rest] = steps;
  return rest.length === 0 ? `${first}.` : `first ${[first, ...rest].join(', then ')}.`;
}

/** `A, B and C`. */
export function inWords(names: readonly string[], conjunction: 'and' | 'or'): string {
  const before = names.slice(0, -1).join(', ');
  return [before, names.at(-1)].filter(Boolean).join(` ${conjunction} `);
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
