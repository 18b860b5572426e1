import type { AnswerFragment } from '../api/generated/operations.ts';

type Row = Pick<AnswerFragment['rows'][number], 'rest' | 'dimensions' | 'metrics'>;

/** Groups that have an order of their own: how old a device is. */
const ORDERED = /AGE_IN_DAYS$/;

/** @param keys of dimensions */
export const hasOwnOrder = (keys: readonly string[]) => keys.some((key) => ORDERED.test(key));

/** Later places for what is no group: rows without a number, groups without a name, then the rest of all groups. */
function placeOf({ rest, dimensions, metrics }: Row, at: number): number {
  if (rest) return 3;
  if (dimensions.every((value) => value === null)) return 2;
  return metrics[at] === null || metrics[at] === undefined ? 1 : 0;
}

/**
 * The rows of an answer in the order of its bars: by their number, the largest first. Groups with an order of their own keep it.
 * @param keys of the answer's dimensions
 * @param at which number
 */
export function barOrder<Each extends Row>(
  rows: readonly Each[],
  keys: readonly string[],
  at: number,
): readonly Each[] {
  if (hasOwnOrder(keys)) return rows;
  return [...rows].sort(
    (one, other) => placeOf(one, at) - placeOf(other, at) || (other.metrics[at] ?? 0) - (one.metrics[at] ?? 0),
  );
}
